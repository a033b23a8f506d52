import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import styles from './crop.module.css';
import {
  type Crop,
  type Cut,
  cutOf,
  moved,
  placeOf,
  type Size,
  turnedRight,
  wholeCrop,
  ZOOM_MAX,
  zoomed,
} from './picture-work.ts';

const ZOOM_STEP = 0.25;

type Props = {
  preview: ImageBitmap;
  /** Whether the square is being cut. */
  isBusy: boolean;
  onUse: (cut: Cut) => void;
  onClose: () => void;
};

/** Lets the player cut a picture to a square (profile.md#profile-picture). */
export function CropDialog({ preview, isBusy, onUse, onClose }: Props) {
  const [size] = useState(() => ({ width: preview.width, height: preview.height }));
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(size));
  const canvas = useRef<HTMLCanvasElement>(null);
  const moves = useCropMoves(size, setCrop);
  const { left, top, width } = placeOf(size, crop);
  const zoomBy = (step: number) => setCrop((before) => zoomed(size, before, before.zoom + step));

  useLayoutEffect(() => {
    // The canvas takes the bitmap over, so that this thread does not draw it.
    canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(preview);
  }, [preview]);

  return (
    <Dialog
      variant="full"
      title="Move and zoom"
      head={
        <IconButton
          icon="refresh"
          aria-label="Turn the picture"
          onClick={() => setCrop((before) => turnedRight(size, before))}
        />
      }
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div
        {...moves}
        className={styles.view}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture.
        tabIndex={0}
        aria-label="Your picture. Drag to move it, or use the arrow keys"
      >
        <div className={styles.square}>
          <canvas
            ref={canvas}
            width={size.width}
            height={size.height}
            className={styles.picture}
            style={{
              insetInlineStart: `${left}%`,
              insetBlockStart: `${top}%`,
              inlineSize: `${width}%`,
              transform: `translate(-50%, -50%) rotate(${crop.turns * 90}deg)`,
            }}
          />
        </div>
        <div className={styles.frame} />
      </div>
      <div className={styles.zoom}>
        <IconButton icon="minus" aria-label="Smaller" onClick={() => zoomBy(-ZOOM_STEP)} />
        <input
          type="range"
          className={styles.slider}
          aria-label="Zoom"
          aria-valuetext={`${crop.zoom.toFixed(1).replace('.0', '')} times`}
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => setCrop((before) => zoomed(size, before, target.valueAsNumber))}
        />
        <IconButton icon="plus" aria-label="Bigger" onClick={() => zoomBy(ZOOM_STEP)} />
      </div>
      <p className={styles.small}>We send a small copy only: 60 KB at most.</p>
      <div className={styles.ways}>
        <Button colour="night" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => onUse(cutOf(size, crop))}>
          Use picture
        </Button>
      </div>
    </Dialog>
  );
}

/** How far an arrow key moves the picture, in CSS pixels. With Shift it moves by the larger step. */
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

/** Moves the picture by a finger or the arrow keys, and zooms it by two fingers. */
function useCropMoves(size: Size, setCrop: Change) {
  const fingers = useRef(new Map<number, Point>());

  /** Gives the square's edge in CSS pixels. The square is the first child of the view. */
  const edgeOf = (view: Element) => view.firstElementChild?.clientWidth || 1;

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const edge = edgeOf(event.currentTarget);
    const count = fingers.current.size;
    const span = spanOf(fingers.current);
    fingers.current.set(event.pointerId, pointOf(event));
    const factor = count > 1 && span > 0 ? spanOf(fingers.current) / span : 1;
    // With two fingers down, a finger moves the point between them by half of its own way.
    const right = (event.clientX - before.x) / count / edge;
    const down = (event.clientY - before.y) / count / edge;
    setCrop((crop) => moved(size, zoomed(size, crop, crop.zoom * factor), right, down));
  }

  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId);

  return {
    onPointerDown(event: PointerEvent) {
      // jsdom has no setPointerCapture.
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

/** Gives the distance between two fingers; 0 if there are not two. */
function spanOf(fingers: Map<number, Point>): number {
  const [one, other] = fingers.values();
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}
