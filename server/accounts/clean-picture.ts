import sharp, { type Metadata } from 'sharp';
import { PHOTO_MAX_BYTES } from '../../src/contract/profile.ts';
import { PHOTO_TOO_LARGE, Refusal } from '../http/errors.ts';
import { openTurns } from './turns.ts';

/** A picture as it is kept: drawn by us, a square with nothing in it but its pixels. */
export type CleanPicture = { bytes: Buffer; type: 'image/jpeg'; width: number; height: number };

const PIXELS_MAX = 16_000_000;
/** Of what can't be read line by line: all of it stands in memory, at up to 8 bytes a pixel. */
const WHOLE_PIXELS_MAX = 4_000_000;
const LINES_MAX = 16_000;
/** Hundreds of lines stand in memory at a time: of 4,000 pixels of the largest kind some 50 MB. */
const LINE_MAX_BYTES = 32_000;
const SIDE_PX = 512;
const QUALITY = 80;
const DRAWN_WITHIN_SECONDS = 10;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// What was decoded is never asked for again.
sharp.cache(false);
sharp.concurrency(1);
// The library reads many more kinds, each with a history of holes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

const inTurn = openTurns({ atOnce: 1, waiting: 20 });

/**
 * Draws a png or jpg anew (flows.md#pictures). Throws Refusal 413 `picture/too-large`, 422
 * `picture/invalid`, 503 `server/unavailable` while too many others wait.
 */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture> {
  if (bytes.length > PHOTO_MAX_BYTES) throw PHOTO_TOO_LARGE;
  if (!startsWith(bytes, JPEG) && !startsWith(bytes, PNG)) throw noPicture();
  return inTurn(async () => {
    const header = await readHeader(bytes);
    if (isTooLarge(header)) throw PHOTO_TOO_LARGE;
    return draw(bytes, Math.min(SIDE_PX, header.width, header.height));
  });
}

/** Reads no pixel. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw noPicture();
  }
}

function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const pixelsMax = isProgressive ? WHOLE_PIXELS_MAX : PIXELS_MAX;
  const lineBytes = width * channels * (depth === 'ushort' ? 2 : 1);
  return width * height > pixelsMax || height > LINES_MAX || lineBytes > LINE_MAX_BYTES;
}

async function draw(bytes: Buffer, side: number): Promise<CleanPicture> {
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: PIXELS_MAX,
      failOn: 'error',
      sequentialRead: true,
    })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: DRAWN_WITHIN_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type: 'image/jpeg', width: info.width, height: info.height };
  } catch {
    throw noPicture();
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

function noPicture(): Refusal {
  return new Refusal(422, 'picture/invalid', 'Choose a picture that is a png or jpg file');
}
