import type { Selectable } from 'kysely';
import { isAdult } from '../../src/rules/age.ts';
import { DAY_MS, lagosDate, weekOf } from '../../src/rules/calendar.ts';
import { DEFAULT_PRICES, nairaToKobo, PLAN_DAYS } from '../../src/rules/money.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import { CLOCKS_DIFFER_MS } from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';
import { lockNumber, lockPlayer, readLocks } from './players.ts';

/**
 * A number that nobody has used for this time starts anew, because networks give unused numbers to other
 * people.
 */
export const UNSEEN_MS = 180 * DAY_MS;

/**
 * Periods that ended less than this before the deletion are also carried over to a new account. The operator
 * may still report such a period, since its clock may differ from ours.
 */
const ENDED_PERIODS_MS = 30 * DAY_MS;

type Signing = Pick<Services, 'sign' | 'now'>;
type OfNumber = { playerId: number; phone: string };

/**
 * Stores, under a keyed hash of the number, what a later account of the number starts from: the id of the
 * deleted account, its spending limits and spending, a minor's date of birth, and what an operator has locked
 * (account.md#my-data).
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
 * Applies the trace of a number's deleted account to the number's new account, so that nobody gains anything
 * by deleting an account and signing up again.
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
  await carrySpendingLimits(trx, playerId, left);
  await carryPlays(trx, left, playerId);
  await carryPeriods(trx, left, playerId);
  await carryDealt(trx, earlierId, playerId);
}

type Trace = Selectable<Tables['deleted_numbers']>;

/** The plays that were used on the day of the deletion stay used. */
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

/** Paid periods that were not taken back run on in the new account, without coins. */
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

/** Carries over the weekly limit, the break, and what was spent in the week of the deletion. */
async function carrySpendingLimits(trx: Trx, playerId: number, left: Trace): Promise<void> {
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
 * Moves the debts of a deleted account to the number's new account, and notes that later debts go there too.
 */
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

/** Carries over which sealed questions the player of the earlier account has seen. */
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

/**
 * The player who owes a player's debts: if the player's account was deleted, the newest account of its
 * number.
 */
export async function findDebtor(trx: Trx, playerId: number): Promise<number> {
  const { continued_by } = await trx
    .selectFrom('players')
    .select('continued_by')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return continued_by ?? playerId;
}

/**
 * A player's spending in a week in kobo, with fees. `pendingKobo` is the sum of payments without a known end.
 */
type Spent = { paidKobo: number; pendingKobo: number };

/**
 * A player's spending in the Lagos week of `now`, as it counts against their limit. A payment counts at the
 * time of the player's consent, and a period that the operator charged by itself at its start. Payments that
 * were taken back and the payment named by `except` are left out (billing.md#spending-limits).
 */
export async function readSpent(
  db: Db,
  playerId: number,
  now: number,
  except: string | null = null,
): Promise<Spent> {
  const spent: Spent = { paidKobo: await readCarried(db, playerId, now), pendingKobo: 0 };
  const from = new Date(weekOf(now).startsAt);
  const all = [...(await paymentsOf(db, playerId, from)), ...(await airtimeOf(db, playerId, from))];
  for (const { reference, isPaid, kobo } of all) {
    if (reference !== except) spent[isPaid ? 'paidKobo' : 'pendingKobo'] += kobo;
  }
  return spent;
}

/**
 * The spending in kobo that a later account of the player's number starts with: all spending of this week
 * except charges by airtime without a known end, because these are counted by number.
 */
async function readSpentToCarry(db: Db, playerId: number, now: number): Promise<number> {
  const from = new Date(weekOf(now).startsAt);
  const airtime = await airtimeOf(db, playerId, from);
  const all = [...(await paymentsOf(db, playerId, from)), ...airtime.filter((one) => one.isPaid)];
  const carried = await readCarried(db, playerId, now);
  return all.reduce((sum, { kobo }) => sum + kobo, carried);
}

type Spending = { reference: string; isPaid: boolean; kobo: number };

/** The money that earlier accounts of the number spent this week. */
async function readCarried(db: Db, playerId: number, now: number): Promise<number> {
  const carried = await db
    .selectFrom('care')
    .select('carried_kobo')
    .where('player_id', '=', playerId)
    .where('carried_at', '>=', new Date(weekOf(now).startsAt))
    .executeTakeFirst();
  return carried?.carried_kobo ?? 0;
}

async function paymentsOf(db: Db, playerId: number, from: Date): Promise<Spending[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['reference', 'state', 'kobo', 'fee_kobo'])
    .where('player_id', '=', playerId)
    .where('created_at', '>=', from)
    // Mismatched payments count too, because their money has been taken.
    .where('state', 'in', ['pending', 'paid', 'mismatched'])
    .execute();
  return payments.map(({ reference, state, kobo, fee_kobo }) => ({
    reference,
    isPaid: state === 'paid',
    kobo: kobo + fee_kobo,
  }));
}

/**
 * The charges by airtime that we asked for on a player's number, and the periods that the operator charged by
 * itself.
 */
async function airtimeOf(db: Db, playerId: number, from: Date): Promise<Spending[]> {
  // A charge of the week before can pay for a period that the operator started this week.
  const since = new Date(from.getTime() - PLAN_DAYS.weekly * DAY_MS);
  const charges = await db
    .selectFrom('airtime_charges as charge')
    .innerJoin('players', 'players.phone', 'charge.phone')
    .select(['charge.reference', 'charge.state', 'charge.kobo', 'charge.at'])
    .where('players.id', '=', playerId)
    .where('charge.at', '>=', since)
    .where('charge.state', 'in', ['pending', 'paid'])
    .orderBy('charge.at')
    .execute();
  const periods = await db
    .selectFrom('subscriptions')
    .select(['reference', 'plan', 'kobo', 'undone_at'])
    .select(({ fn }) => fn.coalesce('reported_from', 'starts_at').as('begun'))
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    // Carried periods are left out, because `carried_kobo` has the whole spending of the earlier account.
    .where('is_carried', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('reported_from', 'starts_at'), '>=', since))
    .execute();
  const ours = new Set(charges.map(({ reference }) => reference));
  const others = new Set(periods.filter(({ reference }) => !ours.has(reference)));
  const own = charges.flatMap(({ reference, state, kobo, at }) => {
    const earliest = at.getTime() - CLOCKS_DIFFER_MS;
    // The operator may have reported the charge's period under another reference.
    const period =
      periods.find((one) => one.reference === reference) ??
      [...others].find(
        ({ plan, begun }) =>
          begun.getTime() >= earliest && begun.getTime() < at.getTime() + PLAN_DAYS[plan] * DAY_MS,
      );
    if (period) others.delete(period);
    return period?.undone_at ? [] : [{ reference, isPaid: state === 'paid', kobo, at }];
  });
  const reported = [...others].flatMap(({ reference, plan, kobo, begun, undone_at }) => {
    const price = kobo ?? nairaToKobo(DEFAULT_PRICES.plans.airtime[plan]);
    return undone_at ? [] : [{ reference, isPaid: true, kobo: price, at: begun }];
  });
  return [...own, ...reported].filter(({ at }) => at >= from);
}
