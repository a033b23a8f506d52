/** A picture's size in its own pixels, upright. */
export type Size = { width: number; height: number };

/** The square's place: its middle in pixels of the turned picture, and its zoom. */
export type Crop = {
  x: number;
  y: number;
  /** 1 shows the whole shorter side. */
  zoom: number;
  /** Quarter turns to the right, 0 to 3. */
  turns: number;
};

/** The square that is cut out of the turned picture, in its pixels. */
export type Cut = { left: number; top: number; side: number; turns: number };

export const ZOOM_MAX = 4;

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

/** Gives the upright picture's place, in percent of the square's edge: its middle and its width. */
export function placeOf(size: Size, crop: Crop): { left: number; top: number; width: number } {
  const { width, height } = turned(size, crop.turns);
  const side = sideOf(size, crop.zoom);
  return {
    left: ((width / 2 - crop.x) / side + 0.5) * 100,
    top: ((height / 2 - crop.y) / side + 0.5) * 100,
    width: (size.width / side) * 100,
  };
}

/** The longest edge that is sent, in pixels, and the most bytes (profile.md#profile-picture). */
const PICTURE_EDGE_MAX = 512;
const PICTURE_BYTES_MAX = 60_000;

/** The shorter edge of the copy that is cut: at the largest zoom 300 pixels of it are left. */
const COPY_EDGE = 1200;

/** The canvas that cuts pictures: the worker's, or the page's where there is no worker. */
export type Canvas = OffscreenCanvas | HTMLCanvasElement;
export type Canvases = {
  make: (width: number, height: number) => Canvas;
  toJpeg: (canvas: Canvas, quality: number) => Promise<Blob>;
};

/**
 * Reads a picture, upright as the browser reads it, as a copy whose shorter edge has 1200 pixels at
 * most. Throws the browser's error at a file that is no picture.
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

/** The shorter edge of the page's preview: less than a screen has, so that it moves at once. */
const PREVIEW_EDGE = 480;

/** Makes the page's copy of a picture. */
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
  // Both kinds of canvas have the same pen for these drawings.
  const pen = (canvas as HTMLCanvasElement).getContext('2d');
  if (!pen) throw new Error('This browser has no memory for the picture.');
  pen.imageSmoothingQuality = 'high';
  return pen;
}
