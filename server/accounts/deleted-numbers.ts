import { DAY_MS, lagosDate } from '../../src/rules/calendar.ts';
import { isAdult } from '../../src/rules/players.ts';
import type { Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { lockNumber } from './players.ts';

/** How long a number must be unseen to start anew: numbers are given to others. */
export const UNSEEN_MS = 180 * DAY_MS;

/** Operators report a period for as long as it runs, and their clocks differ. */
const ENDED_PERIODS_MS = 30 * DAY_MS;

type Signing = Pick<Services, 'sign' | 'now'>;
type OfNumber = { playerId: number; phone: string };

/**
 * Notes what a later account of the number starts from, under a keyed hash of it: first sign-up,
 * today's plays, credited periods, and how its player spends with care (flows.md#my-data).
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
    .select(['players.created_at', 'dob'])
    .select(['weekly_naira', 'next_naira', 'next_from', 'break_until'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const { created_at: first_signed_up_at, dob, ...care } = player;
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
  const { first_signed_up_at, plays_day, plays, dob } = left;
  const { weekly_naira, next_naira, next_from, break_until } = left;
  await trx
    .updateTable('players')
    .set({ created_at: first_signed_up_at, dob })
    .where('id', '=', playerId)
    .execute();
  if (weekly_naira !== null || next_from !== null || break_until !== null) {
    const care = { weekly_naira, next_naira, next_from, break_until };
    await trx
      .insertInto('care')
      .values({ player_id: playerId, ...care, stopped_at: null, stopped_by: null })
      .execute();
  }
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
