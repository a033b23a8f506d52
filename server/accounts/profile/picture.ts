import { randomBytes } from 'node:crypto';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import sharp, { type Metadata } from 'sharp';
import { PHOTO_MAX_BYTES } from '../../../src/contract/profile.ts';
import { DAY_MS, dayOf, lagosDate } from '../../../src/rules/calendar.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { tooOften } from '../../http/limits.ts';
import { PHOTO_TOO_LARGE, Refusal } from '../../http/serve.ts';

const TRIES_PER_DAY = 20;
const NAME_BYTES = 16;
/**
 * A replaced picture is still served for this time, because boards and profiles that phones have loaded name
 * it.
 */
const REPLACED_LIFE_MS = DAY_MS;

/** Counts a player's try to send a picture, before the picture is read. Throws Refusal 429 `rate/limited`. */
export async function countPictureTry(db: Db, playerId: number, now: number): Promise<void> {
  const { tries } = await db
    .insertInto('picture_tries')
    .values({ player_id: playerId, day: lagosDate(now), tries: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'day'])
        .doUpdateSet(({ eb, ref }) => ({ tries: eb(ref('picture_tries.tries'), '+', 1) })),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  if (tries <= TRIES_PER_DAY) return;
  const message = 'You have changed your picture too often today. Please try again tomorrow.';
  throw tooOften(Math.ceil((dayOf(now).endsAt - now) / 1000), message);
}

/** Stores a player's picture in place of the former picture. The caller has locked the player's row. */
export async function keepPicture(
  trx: Trx,
  playerId: number,
  picture: CleanPicture,
  now: number,
): Promise<void> {
  const name = `${randomBytes(NAME_BYTES).toString('hex')}.jpg`;
  await trx
    .updateTable('pictures')
    .set({ replaced_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .insertInto('pictures')
    .values({ ...picture, name, player_id: playerId, created_at: new Date(now) })
    .execute();
  await trx.updateTable('players').set({ image: name }).where('id', '=', playerId).execute();
}

/** Deletes all pictures of a player at once. Gives whether the player had a current picture. */
export async function deletePictures(trx: Trx, playerId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('pictures')
    .where('player_id', '=', playerId)
    .returning('replaced_at')
    .execute();
  await trx.updateTable('players').set({ image: null }).where('id', '=', playerId).execute();
  return deleted.some(({ replaced_at }) => replaced_at === null);
}

/** Finds a picture by its file name; `null` if there is no such picture. */
export async function findPicture(db: Db, name: string) {
  const picture = await db
    .selectFrom('pictures')
    .select(['bytes', 'type'])
    .where('name', '=', name)
    .executeTakeFirst();
  return picture ?? null;
}

/** Deletes pictures that were replaced more than a day ago, and the counts of past days. */
export async function deleteOldPictures(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('pictures')
    .where('replaced_at', '<', new Date(now - REPLACED_LIFE_MS))
    .execute();
  await db.deleteFrom('picture_tries').where('day', '<', lagosDate(now)).execute();
}

function busy(): Refusal {
  const message = 'Too many pictures are coming in right now. Please try again.';
  return new Refusal(503, 'server/unavailable', message, { 'Retry-After': '5' });
}

/** A picture as it is stored: a square that we have drawn anew, so that the file has nothing but pixels. */
export type CleanPicture = { bytes: Buffer; type: 'image/jpeg'; width: number; height: number };

const PIXELS_MAX = 16_000_000;
/**
 * The limit for pictures that can't be read line by line. Such a picture is in memory as a whole, with up to
 * 8 bytes a pixel.
 */
const WHOLE_PIXELS_MAX = 4_000_000;
const LINES_MAX = 16_000;
/**
 * Hundreds of lines are in memory at a time. With 4,000 pixels a line and the largest kind of pixel, they
 * take some 50 MB.
 */
const LINE_MAX_BYTES = 32_000;
const SIDE_PX = 512;
const QUALITY = 80;
const DRAWN_WITHIN_SECONDS = 10;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// A cache would be useless, because each picture is decoded once.
sharp.cache(false);
sharp.concurrency(1);
// The library can read many more formats, each with a history of security holes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

/** Drawing takes much of the machine, so one picture is drawn at a time, and 20 others can wait. */
const drawing = bulkhead(1, 20);

/**
 * Draws a png or jpg anew (profile.md#pictures). Throws Refusal 413 `picture/too-large`, 422
 * `picture/invalid`, and 503 `server/unavailable` if too many other pictures wait to be drawn.
 */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture> {
  if (bytes.length > PHOTO_MAX_BYTES) throw PHOTO_TOO_LARGE;
  if (!startsWith(bytes, JPEG) && !startsWith(bytes, PNG)) throw noPicture();
  try {
    return await drawing.execute(async () => {
      const header = await readHeader(bytes);
      if (isTooLarge(header)) throw PHOTO_TOO_LARGE;
      return draw(bytes, Math.min(SIDE_PX, header.width, header.height));
    });
  } catch (error) {
    throw isBulkheadRejectedError(error) ? busy() : error;
  }
}

/** Reads a picture's header without decoding its pixels. */
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
