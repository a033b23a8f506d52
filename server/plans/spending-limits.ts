import type { Care, StoppedBy } from '../../src/contract/care.ts';
import { isAdult } from '../../src/rules/age.ts';
import { weekOf } from '../../src/rules/calendar.ts';
import { formatKobo, formatNaira, nairaToKobo } from '../../src/rules/money.ts';
import {
  type BreakDays,
  breakEnd,
  limitAt,
  setLimit,
  type WeeklyLimit,
} from '../../src/rules/spending-limits.ts';
import { readSpent } from '../accounts/deleted-numbers.ts';
import { isActive, lockPlayer } from '../accounts/players.ts';
import type { Config } from '../config/config.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import type { Services } from '../services.ts';

/** A player's limit, break and age at an instant. */
type SpendingState = {
  limit: WeeklyLimit;
  /** When the break ends, in epoch milliseconds, or `null` if no break runs. */
  breakUntil: number | null;
  isUnderAge: boolean;
  /** Whether the player's date of birth is known. */
  isAgeKnown: boolean;
  stopped: { at: number; by: StoppedBy } | null;
};

/** Reads a player's limit, break and age at `now` (billing.md#spending-limits). */
export async function readSpendingState(
  db: Db,
  playerId: number,
  now: number,
): Promise<SpendingState> {
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

/** Reads the limits as the player sees them, with their spending of this week. */
export async function readSpendingLimits(db: Db, playerId: number, now: number): Promise<Care> {
  const { limit, breakUntil, isUnderAge, stopped } = await readSpendingState(db, playerId, now);
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

/** The change that a player wants: another limit in naira or no limit (`null`), a break, or both. */
type WantedLimits = {
  weeklyNaira?: number | null | undefined;
  breakDays?: BreakDays | undefined;
};

/** Sets a player's limit and break. A purchase at the same time is made wholly before or after the change. */
export async function setSpendingLimits(
  trx: Trx,
  playerId: number,
  { weeklyNaira, breakDays }: WantedLimits,
  now: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const { limit, breakUntil } = await readSpendingState(trx, playerId, now);
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

/** Finds the limit by which an error refused a purchase. Gives `null` for any other error. */
export function stopOf(error: unknown): StoppedBy | null {
  return error instanceof Refusal ? (STOPS[error.code] ?? null) : null;
}

/** Notes the limit that has stopped a player's renewal. */
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

/**
 * Whether a player has a plan that runs beyond `at`. A renewal that was stopped at `at` is no news to them
 * then.
 */
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

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
});

/**
 * Locks the player, and refuses a player who may buy nothing at all: Refusal 409 `spending/under-age`,
 * `spending/on-break` (billing.md#spending-limits). Gives their weekly limit in naira, or `null` for no
 * limit.
 */
export async function requireBuyer(
  trx: Trx,
  playerId: number,
  now: number,
): Promise<number | null> {
  await lockPlayer(trx, playerId);
  const { limit, breakUntil, isUnderAge } = await readSpendingState(trx, playerId, now);
  if (isUnderAge) throw underAge();
  if (breakUntil !== null) {
    const until = MOMENT.format(breakUntil);
    const message = `You are on a break from buying until ${until}. Nothing was charged, and you can go on playing.`;
    throw new Refusal(409, 'spending/on-break', message);
  }
  return limit.naira;
}

function underAge(): Refusal {
  const message = 'You must be 18 to buy. Nothing was charged, and you can go on playing.';
  return new Refusal(409, 'spending/under-age', message);
}

/**
 * Refuses a player who is not known to be 18 or older: Refusal 409 `spending/age-needed`,
 * `spending/under-age` (game.md#rush-ticket).
 */
export async function requireKnownAdult(db: Db, playerId: number, now: number): Promise<void> {
  const { isUnderAge, isAgeKnown } = await readSpendingState(db, playerId, now);
  if (isUnderAge) throw underAge();
  if (isAgeKnown) return;
  const message =
    'Millionaire Rush is for players of 18 and older. Tell us your date of birth first. Nothing was charged.';
  throw new Refusal(409, 'spending/age-needed', message);
}

/** A payment or charge before the provider is asked for it. Its price in kobo includes the fees. */
type Wanted = { playerId: number; reference: string; kobo: number };

/**
 * Refuses a payment that the player's break, age or weekly limit stops. It runs in the transaction that notes
 * the payment, so that two payments at the same time count one after the other (billing.md#spending-limits).
 * Throws Refusal 409 `spending/under-age`, `spending/on-break`, `spending/limit-reached`.
 */
export async function requireSpending(
  trx: Trx,
  { playerId, reference, kobo }: Wanted,
  now: number,
): Promise<void> {
  const naira = await requireBuyer(trx, playerId, now);
  if (naira === null) return;
  const { paidKobo, pendingKobo } = await readSpent(trx, playerId, now, reference);
  const left = nairaToKobo(naira) - paidKobo - pendingKobo;
  if (kobo <= left) return;
  const waiting = pendingKobo > 0 ? ` ${formatKobo(pendingKobo)} is not decided yet.` : '';
  const message = `This costs ${formatKobo(kobo)}, and your limit of ${formatNaira(naira)} a week has ${formatKobo(Math.max(0, left))} left until Monday.${waiting} Nothing was charged.`;
  throw new Refusal(409, 'spending/limit-reached', message);
}

/** Refuses while the tournament waits for a promoter and a permit: Refusal 409 `rush/closed`. */
function refuseWhileClosed({ isContestOpen }: Pick<Config, 'isContestOpen'>): void {
  if (isContestOpen) return;
  throw new Refusal(409, 'rush/closed', 'Millionaire Rush is closed at present');
}

/**
 * Refuses to sell a ticket that could not be played, before anything is paid. Throws Refusal 409
 * `rush/closed` where the tournament is closed, or where the reserve has too few questions for one more run
 * after those of the player's waiting tickets (game.md#rush-ticket).
 */
export async function refuseTicketSale(
  db: Db,
  { config, reserve, now }: Pick<Services, 'config' | 'reserve' | 'now'>,
  playerId: number,
): Promise<void> {
  refuseWhileClosed(config);
  const { tickets } = await db
    .selectFrom('wallets')
    .select('tickets')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (await reserve.canDeal(db, playerId, tickets + 1, now())) return;
  const message =
    'There are no new questions for another ticket right now. Nothing was charged: try again later.';
  throw new Refusal(409, 'rush/closed', message);
}

/**
 * Refuses a player who does not meet the conditions of Millionaire Rush (game.md#rush-ticket): Refusal 409
 * `rush/closed`, `spending/age-needed`, `spending/under-age`, `subscription/inactive`.
 */
export async function refuseUnlessMayPlay(
  trx: Trx,
  { config }: { config: Pick<Config, 'isContestOpen'> },
  playerId: number,
  now: number,
): Promise<void> {
  refuseWhileClosed(config);
  await requireKnownAdult(trx, playerId, now);
  if (await isActive(trx, playerId, now)) return;
  throw new Refusal(409, 'subscription/inactive', 'Subscribe to play Millionaire Rush');
}
