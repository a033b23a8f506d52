import { randomBytes } from 'node:crypto';
import { DAY_MS, dayOf, lagosDate } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { tooOften } from '../http/address-limits.ts';
import type { CleanPicture } from './clean-picture.ts';

const TRIES_PER_DAY = 20;
const NAME_BYTES = 16;
/** Boards and users that phones have just read name it still. */
const REPLACED_LIFE_MS = DAY_MS;

/** Counts a picture that is about to be looked at. Throws Refusal 429 `rate/limited`. */
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

/** Keeps a player's picture in the place of the one before; their row is locked. */
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

/** Deletes what pictures a player has, at once; gives whether one was shown. */
export async function deletePictures(trx: Trx, playerId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('pictures')
    .where('player_id', '=', playerId)
    .returning('replaced_at')
    .execute();
  await trx.updateTable('players').set({ image: null }).where('id', '=', playerId).execute();
  return deleted.some(({ replaced_at }) => replaced_at === null);
}

/** A picture by its name, or `null`. */
export async function findPicture(db: Db, name: string) {
  const picture = await db
    .selectFrom('pictures')
    .select(['bytes', 'type'])
    .where('name', '=', name)
    .executeTakeFirst();
  return picture ?? null;
}

/** Deletes pictures that were replaced a while ago, and counts of days that have passed. */
export async function deleteOldPictures(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('pictures')
    .where('replaced_at', '<', new Date(now - REPLACED_LIFE_MS))
    .execute();
  await db.deleteFrom('picture_tries').where('day', '<', lagosDate(now)).execute();
}
