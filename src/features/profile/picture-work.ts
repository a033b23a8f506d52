/** The size of an upright picture in its own pixels. */
export type Size = { width: number; height: number };

/** The square's place: its middle in pixels of the turned picture, the zoom, and the turns of the picture. */
export type Crop = {
  x: number;
  y: number;
  /** At zoom 1 the square is as wide as the picture's shorter side. */
  zoom: number;
  /** Quarter turns to the right, 0 to 3. */
  turns: number;
};

/** The square that is cut out of the turned picture, in pixels of that picture. */
export type Cut = { left: number; top: number; side: number; turns: number };

export const ZOOM_MAX = 4;

/** Gives the picture's size after its turns. */
function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Gives the edge of the square in pixels of the picture. */
function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom;
}

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Limits the zoom to 1 to 4, and moves the square so that it stays on the picture. */
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

/** Gives the largest square in the middle of a picture. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1, turns: 0 };
}

/** Moves the picture under the square. `right` and `down` are parts of the square's edge. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return kept(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** Zooms to a factor of 1 to 4. The middle of the square stays in place. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return kept(size, { ...crop, zoom });
}

/** Turns the picture by a quarter to the right. The same part of the picture stays in the square. */
export function turnedRight(size: Size, crop: Crop): Crop {
  const { height } = turned(size, crop.turns);
  const turns = (crop.turns + 1) % 4;
  return kept(size, { ...crop, turns, x: height - crop.y, y: crop.x });
}

/** Gives the square in pixels of the turned picture. */
export function cutOf(size: Size, { x, y, zoom, turns }: Crop): Cut {
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side, turns };
}

/** Gives the middle and the width of the upright picture, in percent of the square's edge. */
export function placeOf(size: Size, crop: Crop): { left: number; top: number; width: number } {
  const { width, height } = turned(size, crop.turns);
  const side = sideOf(size, crop.zoom);
  return {
    left: ((width / 2 - crop.x) / side + 0.5) * 100,
    top: ((height / 2 - crop.y) / side + 0.5) * 100,
    width: (size.width / side) * 100,
  };
}

/** The largest picture that is sent: its edge in pixels, and its bytes (profile.md#profile-picture). */
const PICTURE_EDGE_MAX = 512;
const PICTURE_BYTES_MAX = 60_000;

/** The shorter edge of the copy that is cut, in pixels. At the largest zoom, the square has 300 of them. */
const COPY_EDGE = 1200;

/** The canvas that cuts pictures: the worker's, or the page's on a browser that cannot use the worker. */
export type Canvas = OffscreenCanvas | HTMLCanvasElement;
export type Canvases = {
  make: (width: number, height: number) => Canvas;
  toJpeg: (canvas: Canvas, quality: number) => Promise<Blob>;
};

/**
 * Copies a picture to a canvas whose shorter edge has at most 1200 pixels. The browser reads the picture
 * upright. Throws the browser's error for a file that is no picture.
 */
export async function openPicture(file: Blob, { make }: Canvases): Promise<Canvas> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const scale = Math.min(1, COPY_EDGE / Math.min(width, height));
  const copy = make(Math.round(width * scale), Math.round(height * scale));
  const pen = penOf(copy);
  // A transparent png gets a white background, as where the player chose it.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(picture, 0, 0, copy.width, copy.height);
  picture.close();
  return copy;
}

/** The shorter edge of the page's preview in pixels. It is small, so that the preview moves without delay. */
const PREVIEW_EDGE = 480;

/** Makes the small copy of a picture that the page shows. */
export function previewOf(copy: Canvas, { make }: Canvases): Promise<ImageBitmap> {
  const scale = Math.min(1, PREVIEW_EDGE / Math.min(copy.width, copy.height));
  const small = make(Math.round(copy.width * scale), Math.round(copy.height * scale));
  penOf(small).drawImage(copy, 0, 0, small.width, small.height);
  return createImageBitmap(small);
}

/** Tried in order until the JPEG has few enough bytes: first a lower quality, then a smaller picture. */
const TRIES: readonly [part: number, quality: number][] = [
  [1, 0.86],
  [1, 0.72],
  [1, 0.55],
  [0.75, 0.6],
  [0.5, 0.6],
  [0.5, 0.4],
];

/** Cuts a square out of a picture, and gives a JPEG of at most 512 pixels and 60 KB. */
export async function cutPicture(copy: Canvas, shown: Cut, canvases: Canvases): Promise<Blob> {
  // `shown` is in pixels of the preview, which is smaller than the copy.
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
  // The contexts of both kinds of canvas have the methods that are used here.
  const pen = (canvas as HTMLCanvasElement).getContext('2d');
  if (!pen) throw new Error('This browser has no memory for the picture.');
  pen.imageSmoothingQuality = 'high';
  return pen;
}
