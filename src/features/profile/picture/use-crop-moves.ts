import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Crop, moved, type Size, zoomed } from './crop.ts';

/** What an arrow key moves the picture, in CSS pixels; with Shift the larger one. */
const STEP_PX = 8;
const LARGE_STEP_PX = 32;

const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Point = { x: number; y: number };
type Change = (change: (before: Crop) => Crop) => void;

/** Moves and zooms the picture by one finger, by two, and by the arrow keys. */
export function useCropMoves(size: Size, setCrop: Change) {
  const fingers = useRef(new Map<number, Point>());

  /** The square's edge in CSS pixels: the first thing in the view is the square. */
  const edgeOf = (view: Element) => view.firstElementChild?.clientWidth || 1;

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const edge = edgeOf(event.currentTarget);
    const count = fingers.current.size;
    const span = spanOf(fingers.current);
    fingers.current.set(event.pointerId, pointOf(event));
    const factor = count > 1 && span > 0 ? spanOf(fingers.current) / span : 1;
    // Each of two fingers moves what lies between them by half.
    const right = (event.clientX - before.x) / count / edge;
    const down = (event.clientY - before.y) / count / edge;
    setCrop((crop) => moved(size, zoomed(size, crop, crop.zoom * factor), right, down));
  }

  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId);

  return {
    onPointerDown(event: PointerEvent) {
      // jsdom knows no capture.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      if (fingers.current.size < 2) fingers.current.set(event.pointerId, pointOf(event));
    },
    onPointerMove: move,
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown(event: KeyboardEvent) {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const part = (event.shiftKey ? LARGE_STEP_PX : STEP_PX) / edgeOf(event.currentTarget);
      setCrop((crop) => moved(size, crop, arrow[0] * part, arrow[1] * part));
    },
  };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

/** How far two fingers are apart. */
function spanOf(fingers: Map<number, Point>): number {
  const [one, other] = fingers.values();
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}
