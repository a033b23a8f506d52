import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import styles from './crop.module.css';

const ZOOM_STEP = 0.25;

type Props = {
  preview: ImageBitmap;
  /** The square is being made. */
  isBusy: boolean;
  onUse: (cut: Cut) => void;
  onClose: () => void;
};

/** Cuts a picture to a square by hand (flows.md#profile-picture). */
export function CropDialog({ preview, isBusy, onUse, onClose }: Props) {
  const [size] = useState(() => ({ width: preview.width, height: preview.height }));
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(size));
  const canvas = useRef<HTMLCanvasElement>(null);
  const moves = useCropMoves(size, setCrop);
  const { left, top, width } = placeOf(size, crop);
  const zoomBy = (step: number) => setCrop((before) => zoomed(size, before, before.zoom + step));

  useLayoutEffect(() => {
    // Handed over as it is: this thread draws nothing.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture in it.
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

/** A picture's size in its own pixels, upright. */
type Size = { width: number; height: number };

/** Where the square lies: its middle in pixels of the turned picture, and how far it is zoomed in. */
type Crop = {
  x: number;
  y: number;
  /** 1 shows the whole shorter side. */
  zoom: number;
  /** Quarter turns to the right, 0 to 3. */
  turns: number;
};

/** The square that is cut out of the turned picture, in its pixels. */
export type Cut = { left: number; top: number; side: number; turns: number };

const ZOOM_MAX = 4;

/** The picture's size after its turns. */
function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The edge of the square in pixels of the picture. */
function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom;
}

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Keeps the zoom between 1 and 4, and the square on the picture. */
function kept(size: Size, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MAX);
  const half = sideOf(size, zoom) / 2;
  const { width, height } = turned(size, crop.turns);
  return {
    turns: crop.turns,
    zoom,
    x: within(crop.x, half, width - half),
    y: within(crop.y, half, height - half),
  };
}

/** The middle of a picture, as large as it goes. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1, turns: 0 };
}

/** The picture is moved under the square by parts of the square's edge. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return kept(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** Zoomed to a factor of 1 to 4, the middle of the square stays where it is. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return kept(size, { ...crop, zoom });
}

/** Turned by a quarter to the right, with the same part of the picture in the square. */
export function turnedRight(size: Size, crop: Crop): Crop {
  const { height } = turned(size, crop.turns);
  const turns = (crop.turns + 1) % 4;
  return kept(size, { ...crop, turns, x: height - crop.y, y: crop.x });
}

/** The square in pixels of the turned picture. */
export function cutOf(size: Size, { x, y, zoom, turns }: Crop): Cut {
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side, turns };
}

/** Where the upright picture stands, in percent of the square's edge: its middle and its width. */
export function placeOf(size: Size, crop: Crop): { left: number; top: number; width: number } {
  const { width, height } = turned(size, crop.turns);
  const side = sideOf(size, crop.zoom);
  return {
    left: ((width / 2 - crop.x) / side + 0.5) * 100,
    top: ((height / 2 - crop.y) / side + 0.5) * 100,
    width: (size.width / side) * 100,
  };
}

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
function useCropMoves(size: Size, setCrop: Change) {
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

/** The longest edge that is sent, in pixels, and the most bytes (flows.md#profile-picture). */
const PICTURE_EDGE_MAX = 512;
const PICTURE_BYTES_MAX = 60_000;

/** The shorter edge of the copy that is cut: at the largest zoom 300 pixels of it are left. */
const COPY_EDGE = 1200;

/** What cuts pictures: the worker's canvases, or the page's where there is no worker. */
export type Canvas = OffscreenCanvas | HTMLCanvasElement;
export type Canvases = {
  make: (width: number, height: number) => Canvas;
  toJpeg: (canvas: Canvas, quality: number) => Promise<Blob>;
};

/**
 * Reads a picture, upright as the browser reads it, as a copy whose shorter edge has 1200 pixels at
 * most. Throws what the browser throws at a file that is no picture.
 */
export async function openPicture(file: Blob, { make }: Canvases): Promise<Canvas> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const scale = Math.min(1, COPY_EDGE / Math.min(width, height));
  const copy = make(Math.round(width * scale), Math.round(height * scale));
  const pen = penOf(copy);
  // A see-through png is on white, as it is where it was chosen.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(picture, 0, 0, copy.width, copy.height);
  picture.close();
  return copy;
}

/** The shorter edge of what the page shows: less than a screen has, so that it moves at once. */
const PREVIEW_EDGE = 480;

/** What the page shows of a picture. */
export function previewOf(copy: Canvas, { make }: Canvases): Promise<ImageBitmap> {
  const scale = Math.min(1, PREVIEW_EDGE / Math.min(copy.width, copy.height));
  const small = make(Math.round(copy.width * scale), Math.round(copy.height * scale));
  penOf(small).drawImage(copy, 0, 0, small.width, small.height);
  return createImageBitmap(small);
}

/** Less fine first, then smaller, until it is small enough. */
const TRIES: readonly [part: number, quality: number][] = [
  [1, 0.86],
  [1, 0.72],
  [1, 0.55],
  [0.75, 0.6],
  [0.5, 0.6],
  [0.5, 0.4],
];

/** Cuts a square out of a picture: a JPEG of 512 pixels and 60 KB at most. */
export async function cutPicture(copy: Canvas, shown: Cut, canvases: Canvases): Promise<Blob> {
  // The square is of the preview, which is smaller.
  const scale = Math.max(1, Math.min(copy.width, copy.height) / PREVIEW_EDGE);
  const { left, top, side, turns } = shown;
  const cut = { left: left * scale, top: top * scale, side: side * scale, turns };
  const edge = Math.min(PICTURE_EDGE_MAX, Math.round(cut.side));
  let jpeg: Blob | null = null;
  for (const [part, quality] of TRIES) {
    jpeg = await canvases.toJpeg(drawn(copy, cut, Math.round(edge * part), canvases), quality);
    if (jpeg.size <= PICTURE_BYTES_MAX) return jpeg;
  }
  throw new Error(`A picture of ${jpeg?.size} bytes does not get small enough.`);
}

function drawn(copy: Canvas, { left, top, side, turns }: Cut, edge: number, { make }: Canvases) {
  const square = make(edge, edge);
  const pen = penOf(square);
  const scale = edge / side;
  const isAcross = turns % 2 === 1;
  const width = isAcross ? copy.height : copy.width;
  const height = isAcross ? copy.width : copy.height;
  pen.scale(scale, scale);
  pen.translate(width / 2 - left, height / 2 - top);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(copy, -copy.width / 2, -copy.height / 2);
  return square;
}

function penOf(canvas: Canvas) {
  // Both kinds of canvas have the same pen for what is drawn here.
  const pen = (canvas as HTMLCanvasElement).getContext('2d');
  if (!pen) throw new Error('This browser has no memory for the picture.');
  pen.imageSmoothingQuality = 'high';
  return pen;
}
