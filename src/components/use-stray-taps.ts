import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Two taps closer than this, in milliseconds and in pixels, are one double tap. */
const SOON_MS = 400;
const NEAR_PX = 32;

type Tap = { x: number; y: number; at: number };

/** The tap before the one that is being handled. */
let before: Tap | null = null;
let latest: Tap | null = null;

addEventListener(
  'click',
  ({ detail, clientX: x, clientY: y, timeStamp: at }) => {
    // A key that presses a button comes without a place.
    if (detail === 0 || (x === 0 && y === 0)) return;
    before = latest;
    latest = { x, y, at };
  },
  { capture: true },
);

/**
 * Keeps a double tap's second (capture phase) from what came up under the finger meanwhile; what is
 * laid out aside comes up once it is not.
 */
export function useStrayTaps(isAside?: boolean): (event: MouseEvent) => void {
  const cameAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes up with it.
  useLayoutEffect(() => {
    cameAt.current = performance.now();
  }, [isAside]);
  return (event) => {
    if (latest?.at !== event.timeStamp || !before || before.at > cameAt.current) return;
    const isSoon = latest.at - before.at < SOON_MS;
    const isNear = Math.hypot(latest.x - before.x, latest.y - before.y) < NEAR_PX;
    if (!isSoon || !isNear) return;
    // So is a third one that follows as fast.
    cameAt.current = latest.at;
    event.preventDefault();
    event.stopPropagation();
  };
}
