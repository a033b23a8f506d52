/**
 * A clock (epoch milliseconds) that never runs slow or back while the page lives: it goes on by
 * wall time or the monotonic clock, whichever moved further. A phone asleep stops the second, a
 * player who turns the clock back the first.
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

export const pageClock: () => number = createClock();
