import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Two taps closer than this, in milliseconds and in pixels, may be one double tap. */
const SOON_MS = 400;
const NEAR_PX = 32;
/** A tap is meant for what could be seen for so long: the second of a double tap comes sooner. */
const SEEN_MS = 150;

/** A button, link or label with its text, or else what was tapped. */
type Control = { element: Element | null; text: string | null | undefined };
type Tap = Control & { x: number; y: number; at: number };

/** The tap before the one that is being handled. */
let before: Tap | undefined;
let latest: Tap | undefined;
/** What lies under the finger since the latest tap, and when it came to be seen there. */
let under: Control = { element: null, text: null };
let seenAt = 0;
let isToBeSeen = false;
/** Whether the latest tap met what had not been painted yet. */
let isUnseen = false;

function controlAt(target: Element | null): Control {
  // A tap on a label arrives at the field in it, too: both are the label.
  const control = target?.closest('button, a, label');
  return { element: control ?? target, text: control?.textContent };
}

const isOther = (one: Control, other: Control) =>
  one.element !== other.element || one.text !== other.text;

/** What a tap changes is looked at in the next frame. */
const changes = new MutationObserver(() => {
  if (!isToBeSeen) requestAnimationFrame(look);
  isToBeSeen = true;
});

function look() {
  isToBeSeen = false;
  if (!latest) return;
  // It is laid out by this question, and painted next.
  const now = controlAt(document.elementFromPoint(latest.x, latest.y));
  const at = performance.now();
  if (isOther(now, under)) seenAt = at;
  under = now;
  if (at - latest.at > SOON_MS) changes.disconnect();
}

addEventListener(
  'click',
  ({ detail, clientX: x, clientY: y, timeStamp: at, target }) => {
    // A key that presses a button comes without a place.
    if (detail === 0 || (x === 0 && y === 0)) return;
    before = latest;
    const now = controlAt(target as Element);
    // A change elsewhere, such as a counter's, leaves this control as it was seen.
    isUnseen = isToBeSeen && isOther(now, under);
    under = now;
    latest = { ...under, x, y, at };
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  },
  { capture: true },
);

/**
 * Keeps a double tap's second (capture phase) from what came up under the finger meanwhile, also where
 * only a part of it changed. With `goesOn` any second tap is meant on what stands there already.
 */
export function useStrayTaps({ goesOn = false } = {}): (event: MouseEvent) => void {
  const cameAt = useRef(0);
  useLayoutEffect(() => {
    cameAt.current = performance.now();
  }, []);
  return (event) => {
    if (latest?.at !== event.timeStamp || !before || !isOther(before, latest)) return;
    if (goesOn && before.at > cameAt.current) return;
    const isSoon = latest.at - before.at < SOON_MS;
    const isNear = Math.hypot(latest.x - before.x, latest.y - before.y) < NEAR_PX;
    const isSeen = !isUnseen && latest.at - Math.max(before.at, seenAt) >= SEEN_MS;
    if (!isSoon || !isNear || isSeen) return;
    // A third one that follows as fast is the same finger's.
    latest = { ...latest, element: before.element, text: before.text };
    event.preventDefault();
    event.stopPropagation();
  };
}
