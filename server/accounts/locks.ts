import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

/** How long what the operator has taken away can't be chosen anew (flows.md#what-the-operator-takes-away). */
const LOCK_MS = 30 * DAY_MS;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** What a player may not choose, each until when; `null` for what they may. */
export type Locks = { picture: Date | null; name: Date | null };

/** The locks of a player that hold. */
export async function readLocks(db: Db, playerId: number, now: number): Promise<Locks> {
  const { picture_locked_until, name_locked_until } = await db
    .selectFrom('players')
    .select(['picture_locked_until', 'name_locked_until'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const held = (until: Date | null) => (until !== null && until.getTime() > now ? until : null);
  return { picture: held(picture_locked_until), name: held(name_locked_until) };
}

/** Keeps a player from choosing a picture, or a nickname, for 30 days. */
export async function lock(
  trx: Trx,
  playerId: number,
  what: keyof Locks,
  now: number,
): Promise<void> {
  const until = new Date(now + LOCK_MS);
  await trx
    .updateTable('players')
    .set(what === 'picture' ? { picture_locked_until: until } : { name_locked_until: until })
    .where('id', '=', playerId)
    .execute();
}

/** Lets a player choose both again; gives whether anything was locked. */
export async function liftLocks(trx: Trx, playerId: number, now: number): Promise<boolean> {
  const { picture, name } = await readLocks(trx, playerId, now);
  await trx
    .updateTable('players')
    .set({ picture_locked_until: null, name_locked_until: null })
    .where('id', '=', playerId)
    .execute();
  return picture !== null || name !== null;
}

/** Throws Refusal 403 `picture/locked`, `name/locked` for a choice that is locked; the player is held. */
export async function refuseLocked(
  trx: Trx,
  playerId: number,
  { nickname, hasPicture }: { nickname: string | undefined; hasPicture: boolean },
  now: number,
): Promise<void> {
  if (nickname === undefined && !hasPicture) return;
  const { picture, name } = await readLocks(trx, playerId, now);
  if (hasPicture && picture !== null) {
    const message = `We removed your picture. You can choose a new one from ${DAY.format(picture)}. Is this wrong? Contact Us.`;
    throw new Refusal(403, 'picture/locked', message);
  }
  if (nickname === undefined || name === null) return;
  const kept = await trx
    .selectFrom('players')
    .select('nickname')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  // Whoever sends the whole form sends the name that they have.
  if (kept.nickname === nickname) return;
  const message = `We changed your nickname to ${kept.nickname}. You can choose another one from ${DAY.format(name)}. Is this wrong? Contact Us.`;
  throw new Refusal(403, 'name/locked', message);
}
