/**
 * A clock (epoch milliseconds) that never runs slow or back while the page lives. It moves by wall time
 * or by the monotonic clock, whichever moved further. The monotonic clock stops while the phone sleeps,
 * and wall time goes back when the player turns the clock back.
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
