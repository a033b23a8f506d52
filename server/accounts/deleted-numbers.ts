import type { Selectable } from 'kysely';
import { isAdult } from '../../src/rules/age.ts';
import { DAY_MS, lagosDate } from '../../src/rules/calendar.ts';
import type { Tables, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { readLocks } from './locks.ts';
import { lockNumber, lockPlayer } from './players.ts';
import { readSpentToCarry } from './spent.ts';

/** How long a number must be unseen to start anew: numbers are given to others. */
export const UNSEEN_MS = 180 * DAY_MS;

/** Operators report a period for as long as it runs, and their clocks differ. */
const ENDED_PERIODS_MS = 30 * DAY_MS;

type Signing = Pick<Services, 'sign' | 'now'>;
type OfNumber = { playerId: number; phone: string };

/**
 * Notes under a keyed hash of the number which account a later one of it starts from, and what of it the
 * deletion takes away: how its player spends with care, and what the operator has taken away
 * (flows.md#my-data).
 */
export async function leaveTrace(
  trx: Trx,
  { sign, now }: Signing,
  { playerId, phone }: OfNumber,
): Promise<void> {
  const at = now();
  const number_hash = sign('deleted', phone);
  const { dob, nickname, ...care } = await trx
    .selectFrom('players')
    .leftJoin('care', 'care.player_id', 'players.id')
    .select(['dob', 'nickname', 'weekly_naira', 'next_naira', 'next_from', 'break_until'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const locks = await readLocks(trx, playerId, at);
  await trx.deleteFrom('deleted_numbers').where('number_hash', '=', number_hash).execute();
  await trx
    .insertInto('deleted_numbers')
    .values({
      number_hash,
      deleted_at: new Date(at),
      dob: dob !== null && !isAdult(dob, at) ? dob : null,
      ...care,
      player_id: playerId,
      spent_kobo: await readSpentToCarry(trx, playerId, at),
      picture_locked_until: locks.picture,
      name_locked_until: locks.name,
      locked_name: locks.name && nickname,
    })
    .execute();
}

/**
 * Has a new account start from what an earlier one of its number has left: nothing is gained by
 * deleting it and signing up again.
 */
export async function startFromTrace(
  trx: Trx,
  { sign, now }: Signing,
  { playerId, phone }: OfNumber,
): Promise<void> {
  await lockNumber(trx, phone);
  const left = await trx
    .deleteFrom('deleted_numbers')
    .where('number_hash', '=', sign('deleted', phone))
    .returningAll()
    .executeTakeFirst();
  if (!left || now() - left.deleted_at.getTime() > UNSEEN_MS) return;
  const { player_id: earlierId, dob, locked_name, name_locked_until, picture_locked_until } = left;
  await lockPlayer(trx, earlierId);
  const { created_at } = await trx
    .selectFrom('players')
    .select('created_at')
    .where('id', '=', earlierId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('players')
    .set({ created_at, dob, name_locked_until, picture_locked_until })
    .$if(locked_name !== null, (query) => query.set({ nickname: String(locked_name) }))
    .where('id', '=', playerId)
    .execute();
  await continueAccount(trx, earlierId, playerId);
  await carryCare(trx, playerId, left);
  await carryPlays(trx, left, playerId);
  await carryPeriods(trx, left, playerId);
  await carryDealt(trx, earlierId, playerId);
}

type Trace = Selectable<Tables['deleted_numbers']>;

/** The plays of the day of the deletion are used up. */
async function carryPlays(trx: Trx, { player_id, deleted_at }: Trace, playerId: number) {
  const used = await trx
    .selectFrom('plays')
    .select(['day', 'taken_at'])
    .where('player_id', '=', player_id)
    .where('day', '=', lagosDate(deleted_at.getTime()))
    .execute();
  if (used.length === 0) return;
  await trx
    .insertInto('plays')
    .values(used.map((play) => ({ ...play, player_id: playerId, is_open: false })))
    .execute();
}

/** What is paid for, and was not taken back since, runs on, without coins. */
async function carryPeriods(trx: Trx, { player_id, deleted_at }: Trace, playerId: number) {
  const since = new Date(deleted_at.getTime() - ENDED_PERIODS_MS);
  const periods = await trx
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'reference', 'kobo', 'starts_at', 'ends_at'])
    .select(['reported_from', 'reported_until', 'cancelled_at', 'undone_at'])
    .where('player_id', '=', player_id)
    .where((eb) => eb.or([eb('ends_at', '>', since), eb('reported_until', '>', since)]))
    .execute();
  if (periods.length === 0) return;
  await trx
    .insertInto('subscriptions')
    .values(periods.map((period) => ({ ...period, player_id: playerId, is_carried: true })))
    .execute();
}

/** Limit, break, and what was spent in the week of the deletion. */
async function carryCare(trx: Trx, playerId: number, left: Trace): Promise<void> {
  const { weekly_naira, next_naira, next_from, break_until, spent_kobo, deleted_at } = left;
  const isSet = weekly_naira !== null || next_from !== null || break_until !== null;
  if (!isSet && spent_kobo === 0) return;
  await trx
    .insertInto('care')
    .values({
      player_id: playerId,
      ...{ weekly_naira, next_naira, next_from, break_until },
      ...{ carried_kobo: spent_kobo, carried_at: deleted_at },
      ...{ stopped_at: null, stopped_by: null },
    })
    .execute();
}

/** What a deleted account owes, its number's new account owes, now and whatever is taken back later. */
async function continueAccount(trx: Trx, earlierId: number, playerId: number): Promise<void> {
  await trx
    .updateTable('players')
    .set({ continued_by: playerId })
    .where((eb) => eb.or([eb('id', '=', earlierId), eb('continued_by', '=', earlierId)]))
    .execute();
  await trx
    .updateTable('claims')
    .set({ player_id: playerId })
    .where('player_id', '=', earlierId)
    .where('closed_at', 'is', null)
    .execute();
}

/** What the earlier account has seen of sealed questions, the new one has seen. */
async function carryDealt(trx: Trx, earlierId: number, playerId: number): Promise<void> {
  const carried = await trx
    .deleteFrom('dealt_questions')
    .where('player_id', '=', earlierId)
    .returning(['question_id', 'dealt_at'])
    .execute();
  if (carried.length === 0) return;
  await trx
    .insertInto('dealt_questions')
    .values(carried.map((row) => ({ ...row, player_id: playerId })))
    .execute();
}

/** Who owes what a player owes: the newest account of a number, where theirs was deleted. */
export async function findDebtor(trx: Trx, playerId: number): Promise<number> {
  const { continued_by } = await trx
    .selectFrom('players')
    .select('continued_by')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return continued_by ?? playerId;
}
