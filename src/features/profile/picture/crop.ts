/** A picture's size in its own pixels, upright. */
export type Size = { width: number; height: number };

/** Where the square lies: its middle in pixels of the turned picture, and how far it is zoomed in. */
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
