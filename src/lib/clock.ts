/**
 * A clock that never runs slow and never runs back while the page lives, in epoch milliseconds.
 * From one reading to the next it goes on by wall time or by the monotonic clock, whichever moved
 * further: a phone asleep stops the second; a player who turns the clock back stops the first.
 */
export function createClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  let last = { wall: wall(), monotonic: monotonic() };
  let now = last.wall;
  return () => {
    const next = { wall: wall(), monotonic: monotonic() };
    now += Math.max(0, next.wall - last.wall, next.monotonic - last.monotonic);
    last = next;
    return Math.round(now);
  };
}

/** The page's clock. */
export const pageClock: () => number = createClock();
