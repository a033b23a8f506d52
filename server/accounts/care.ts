import type { Care, StoppedBy } from '../../src/contract/care.ts';
import { isAdult } from '../../src/rules/age.ts';
import { weekOf } from '../../src/rules/calendar.ts';
import {
  type BreakDays,
  breakEnd,
  limitAt,
  setLimit,
  type WeeklyLimit,
} from '../../src/rules/care.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { lockPlayer } from './players.ts';
import { readSpent } from './spent.ts';

/** What a player has set, and their age, as of an instant. */
export type Standing = {
  limit: WeeklyLimit;
  /** Epoch milliseconds; `null` where no break runs. */
  breakUntil: number | null;
  isUnderAge: boolean;
  /** Whether there is a date of birth. */
  isAgeKnown: boolean;
  stopped: { at: number; by: StoppedBy } | null;
};

/** How a player's purchases stand: limit, break and age, as of `now` (flows.md#care). */
export async function readStanding(db: Db, playerId: number, now: number): Promise<Standing> {
  const { dob, weekly_naira, next_naira, next_from, break_until, stopped_at, stopped_by } = await db
    .selectFrom('players')
    .leftJoin('care', 'care.player_id', 'players.id')
    .select(['dob', 'weekly_naira', 'next_naira', 'next_from', 'break_until'])
    .select(['stopped_at', 'stopped_by'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const next = next_from && { naira: next_naira, from: next_from.getTime() };
  const isOnBreak = break_until !== null && break_until.getTime() > now;
  return {
    limit: limitAt({ naira: weekly_naira, next }, now),
    breakUntil: isOnBreak ? break_until.getTime() : null,
    isUnderAge: dob !== null && !isAdult(dob, now),
    isAgeKnown: dob !== null,
    stopped: stopped_at && stopped_by && { at: stopped_at.getTime(), by: stopped_by },
  };
}

/** The same as the player is told, with what they have spent this week. */
export async function readCare(db: Db, playerId: number, now: number): Promise<Care> {
  const { limit, breakUntil, isUnderAge, stopped } = await readStanding(db, playerId, now);
  const { paidKobo, pendingKobo } = await readSpent(db, playerId, now);
  const isNews = stopped !== null && !(await hasPaidSince(db, playerId, stopped.at));
  const text = (at: number) => new Date(at).toISOString();
  return {
    weeklyNaira: limit.naira,
    next: limit.next && { weeklyNaira: limit.next.naira, from: text(limit.next.from) },
    spentKobo: paidKobo + pendingKobo,
    pendingKobo,
    weekEndsAt: text(weekOf(now).endsAt),
    breakUntil: breakUntil === null ? null : text(breakUntil),
    isUnderAge,
    stopped: isNews ? { ...stopped, at: text(stopped.at) } : null,
  };
}

/** What a player wants: another limit in naira, `null` for none; a break; or both. */
export type CareWish = {
  weeklyNaira?: number | null | undefined;
  breakDays?: BreakDays | undefined;
};

/** Sets a player's limit and break; purchases come wholly before it or after it. */
export async function setCare(
  trx: Trx,
  playerId: number,
  { weeklyNaira, breakDays }: CareWish,
  now: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const { limit, breakUntil } = await readStanding(trx, playerId, now);
  const { naira, next } = weeklyNaira === undefined ? limit : setLimit(limit, weeklyNaira, now);
  const until = breakDays === undefined ? breakUntil : breakEnd(breakUntil, breakDays, now);
  await keep(trx, playerId, {
    weekly_naira: naira,
    next_naira: next?.naira ?? null,
    next_from: next && new Date(next.from),
    break_until: until === null ? null : new Date(until),
  });
}

const STOPS: Readonly<Record<string, StoppedBy>> = {
  'spending/limit-reached': 'limit',
  'spending/on-break': 'break',
  'spending/under-age': 'under-age',
};

/** What stopped a purchase that was refused with this error; `null` for any other error. */
export function stopOf(error: unknown): StoppedBy | null {
  return error instanceof Refusal ? (STOPS[error.code] ?? null) : null;
}

/** Notes what has stopped a player's renewal. */
export async function noteStopped(
  trx: Trx,
  playerId: number,
  by: StoppedBy,
  now: number,
): Promise<void> {
  await keep(trx, playerId, { stopped_at: new Date(now), stopped_by: by });
}

type Row = {
  weekly_naira?: number | null;
  next_naira?: number | null;
  next_from?: Date | null;
  break_until?: Date | null;
  stopped_at?: Date;
  stopped_by?: StoppedBy;
};

async function keep(trx: Trx, playerId: number, row: Row): Promise<void> {
  await trx
    .insertInto('care')
    .values({ player_id: playerId, ...row })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
    .execute();
}

/** Whether a player has paid for time after an instant: a stopped renewal is no news then. */
async function hasPaidSince(db: Db, playerId: number, at: number): Promise<boolean> {
  const later = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(at))
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
