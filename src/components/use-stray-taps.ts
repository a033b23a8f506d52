import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Two taps closer than this, in milliseconds and in pixels, are one double tap. */
const SOON_MS = 400;
const NEAR_PX = 32;

type Tap = { x: number; y: number; at: number; pressed: Element | null; text: string };

/** The tap before the one that is being handled. */
let before: Tap | null = null;
let latest: Tap | null = null;

addEventListener(
  'click',
  ({ detail, clientX: x, clientY: y, timeStamp: at, target }) => {
    // A key that presses a button comes without a place.
    if (detail === 0 || (x === 0 && y === 0)) return;
    // A tap on a label arrives at the field in it, too: both are the label.
    const pressed = (target as Element).closest('button, a, label');
    before = latest;
    latest = { x, y, at, pressed, text: pressed?.textContent ?? '' };
  },
  { capture: true },
);

/** Whether something was pressed and the tap after it meets something else, or the same under another name. */
const isOnOther = (first: Tap, second: Tap) =>
  first.pressed !== null && (first.pressed !== second.pressed || first.text !== second.text);

/**
 * Keeps a double tap's second (capture phase) from what came up under the finger meanwhile, also where
 * only a part of it changed; what is laid out aside comes up once it is not. With `goesOn` any second tap is
 * meant on what stands there already.
 */
export function useStrayTaps({
  isAside = false,
  goesOn = false,
} = {}): (event: MouseEvent) => void {
  const cameAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes up with it.
  useLayoutEffect(() => {
    cameAt.current = performance.now();
  }, [isAside]);
  return (event) => {
    if (latest?.at !== event.timeStamp || !before) return;
    const isFirstHere = before.at <= cameAt.current;
    if (!isFirstHere && (goesOn || !isOnOther(before, latest))) return;
    const isSoon = latest.at - before.at < SOON_MS;
    const isNear = Math.hypot(latest.x - before.x, latest.y - before.y) < NEAR_PX;
    if (!isSoon || !isNear) return;
    // So is a third one that follows as fast.
    cameAt.current = latest.at;
    event.preventDefault();
    event.stopPropagation();
  };
}
