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
 * Notes what a later account of the number starts from, under a keyed hash of it: first sign-up,
 * today's plays, credited periods, how its player spends with care, and what the operator has taken
 * away (flows.md#my-data).
 */
export async function leaveTrace(
  trx: Trx,
  { sign, now }: Signing,
  { playerId, phone }: OfNumber,
): Promise<void> {
  const at = now();
  const number_hash = sign('deleted', phone);
  const player = await trx
    .selectFrom('players')
    .leftJoin('care', 'care.player_id', 'players.id')
    .select(['players.created_at', 'dob', 'nickname'])
    .select(['weekly_naira', 'next_naira', 'next_from', 'break_until'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const { created_at: first_signed_up_at, dob, nickname, ...care } = player;
  const locks = await readLocks(trx, playerId, at);
  const plays = await trx
    .selectFrom('plays')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId)
    .where('day', '=', lagosDate(at))
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('deleted_numbers').where('number_hash', '=', number_hash).execute();
  await trx
    .insertInto('deleted_numbers')
    .values({
      number_hash,
      first_signed_up_at,
      deleted_at: new Date(at),
      plays_day: lagosDate(at),
      plays: Number(plays.count),
      dob: dob !== null && !isAdult(dob, at) ? dob : null,
      ...care,
      player_id: playerId,
      spent_kobo: await readSpentToCarry(trx, playerId, at),
      picture_locked_until: locks.picture,
      name_locked_until: locks.name,
      locked_name: locks.name && nickname,
    })
    .execute();
  const since = new Date(at - ENDED_PERIODS_MS);
  const periods = await trx
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'reference', 'kobo', 'starts_at', 'ends_at'])
    .select(['reported_from', 'reported_until', 'cancelled_at', 'undone_at'])
    .where('player_id', '=', playerId)
    .where((eb) => eb.or([eb('ends_at', '>', since), eb('reported_until', '>', since)]))
    .execute();
  if (periods.length === 0) return;
  await trx
    .insertInto('deleted_periods')
    .values(periods.map((period) => ({ number_hash, ...period })))
    .execute();
}

/**
 * Has a new account start from what an earlier one of its number has left: nothing is gained by
 * deleting it and signing up again. What is paid for runs on, without coins.
 */
export async function startFromTrace(
  trx: Trx,
  { sign, now }: Signing,
  { playerId, phone }: OfNumber,
): Promise<void> {
  await lockNumber(trx, phone);
  const number_hash = sign('deleted', phone);
  const periods = await trx
    .selectFrom('deleted_periods')
    .selectAll()
    .where('number_hash', '=', number_hash)
    .execute();
  const left = await trx
    .deleteFrom('deleted_numbers')
    .where('number_hash', '=', number_hash)
    .returningAll()
    .executeTakeFirst();
  if (!left || now() - left.deleted_at.getTime() > UNSEEN_MS) return;
  const { first_signed_up_at, plays_day, plays, dob, locked_name, name_locked_until } = left;
  await trx
    .updateTable('players')
    .set({ created_at: first_signed_up_at, dob })
    .set({ name_locked_until, picture_locked_until: left.picture_locked_until })
    .$if(locked_name !== null, (query) => query.set({ nickname: String(locked_name) }))
    .where('id', '=', playerId)
    .execute();
  if (left.player_id !== null) await continueAccount(trx, left.player_id, playerId);
  await carryCare(trx, playerId, left);
  const used = Array.from({ length: plays }, () => ({
    player_id: playerId,
    day: plays_day,
    is_open: false,
    taken_at: left.deleted_at,
  }));
  if (used.length > 0) await trx.insertInto('plays').values(used).execute();
  if (periods.length === 0) return;
  await trx
    .insertInto('subscriptions')
    .values(
      periods.map(({ id: _, number_hash: __, ...period }) => ({
        ...period,
        player_id: playerId,
        is_carried: true,
      })),
    )
    .execute();
}

/** Limit, break, and what was spent in the week of the deletion. */
async function carryCare(
  trx: Trx,
  playerId: number,
  left: Selectable<Tables['deleted_numbers']>,
): Promise<void> {
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

/**
 * What a deleted account owes, its number's new account owes, now and whatever is taken back later.
 * What it has seen of sealed questions, the new one has seen.
 */
async function continueAccount(trx: Trx, earlierId: number, playerId: number): Promise<void> {
  await lockPlayer(trx, earlierId);
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
  await carryDealt(trx, earlierId, playerId);
}

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
