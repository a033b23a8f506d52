/**
 * A clock that never runs slow while the page lives, in epoch milliseconds: wall time, or the
 * monotonic clock where that has moved further. A phone asleep stops the second; a player who
 * turns the clock back stops the first.
 */
export function createClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  const wallStart = wall();
  const monotonicStart = monotonic();
  return () => Math.max(wall(), Math.round(wallStart + monotonic() - monotonicStart));
}

/** The page's clock. */
export const pageClock: () => number = createClock();
