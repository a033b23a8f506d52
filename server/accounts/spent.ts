import { DAY_MS, weekOf } from '../../src/rules/calendar.ts';
import { DEFAULT_PRICES, nairaToKobo, PLAN_DAYS } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';

/** What a player has spent in a week, fees included, in kobo; `pendingKobo` has no known end yet. */
export type Spent = { paidKobo: number; pendingKobo: number };

/** How far the operator's clock may be from ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * What counts against a player's limit in the Lagos week of `now`, by the time of their yes, or of a
 * period that the operator charged by itself. What was taken back is not in it, nor the payment
 * named by `except` (flows.md#care).
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
 * What a later account of the player's number has spent from its start, in kobo: all of this week but
 * for charges by airtime without a known end, which are the number's and counted by it.
 */
export async function readSpentToCarry(db: Db, playerId: number, now: number): Promise<number> {
  const from = new Date(weekOf(now).startsAt);
  const airtime = await airtimeOf(db, playerId, from);
  const all = [...(await paymentsOf(db, playerId, from)), ...airtime.filter((one) => one.isPaid)];
  const carried = await readCarried(db, playerId, now);
  return all.reduce((sum, { kobo }) => sum + kobo, carried);
}

type Spending = { reference: string; isPaid: boolean; kobo: number };

/** What an earlier account of the number had spent this week. */
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
    // Money that differs from what was expected has been taken, too.
    .where('state', 'in', ['pending', 'paid', 'mismatched'])
    .execute();
  return payments.map(({ reference, state, kobo, fee_kobo }) => ({
    reference,
    isPaid: state === 'paid',
    kobo: kobo + fee_kobo,
  }));
}

/** Our own charges of a player's number, and the periods that nobody but the operator has charged. */
async function airtimeOf(db: Db, playerId: number, from: Date): Promise<Spending[]> {
  // A charge of the week before may be for a period that the operator began in this one.
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
    // What an earlier account had spent is counted as a whole.
    .where('is_carried', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('reported_from', 'starts_at'), '>=', since))
    .execute();
  const ours = new Set(charges.map(({ reference }) => reference));
  const others = new Set(periods.filter(({ reference }) => !ours.has(reference)));
  const own = charges.flatMap(({ reference, state, kobo, at }) => {
    const earliest = at.getTime() - CLOCKS_DIFFER_MS;
    // The operator may have reported what the charge brought under a reference of its own.
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
