import type { Payment, RunningPlan } from '../../src/contract/payments.ts';
import {
  KOBO_PER_NAIRA,
  nairaToKobo,
  type Prices,
  type Product,
  productName,
  SUBSCRIPTION_COINS,
} from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';

/** A year of daily plans. */
const HISTORY_MAX = 365;

/** What a player has paid for, the newest first: by card, by mobile money, and periods by airtime. */
export async function readHistory(db: Db, playerId: number, prices: Prices): Promise<Payment[]> {
  const paid = await db
    .selectFrom('payments')
    .select(['product', 'coins', 'kobo', 'fee_kobo', 'created_at'])
    .where('player_id', '=', playerId)
    .where('state', '=', 'paid')
    .orderBy('created_at', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  const periods = await db
    .selectFrom('subscriptions')
    .select(['plan', 'kobo', 'starts_at', 'reported_from'])
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('undone_at', 'is', null)
    .where('is_carried', '=', false)
    .orderBy('starts_at', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  const bought = paid.map(({ product, coins, kobo, fee_kobo, created_at }) =>
    payment(product, coins, kobo + fee_kobo, created_at),
  );
  const subscribed = periods.map(({ plan, kobo, starts_at, reported_from }) =>
    payment(
      `plan-${plan}`,
      SUBSCRIPTION_COINS,
      kobo ?? nairaToKobo(prices.plans.airtime[plan]),
      reported_from ?? starts_at,
    ),
  );
  return [...bought, ...subscribed]
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .slice(0, HISTORY_MAX);
}

function payment(product: Product, coins: number, kobo: number, at: Date): Payment {
  return {
    description: productName(product, coins),
    amount: kobo / KOBO_PER_NAIRA,
    createdAt: at.toISOString(),
  };
}

/** The plan that runs, until all that is paid has run out; `null` where none runs. */
export async function readRunningPlan(
  db: Db,
  playerId: number,
  prices: Prices,
  now: number,
): Promise<Omit<RunningPlan, 'renews' | 'renewal'> | null> {
  const periods = await db
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'kobo', 'starts_at', 'ends_at', 'cancelled_at'])
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(now))
    .orderBy('ends_at', 'desc')
    .execute();
  const running = periods.find(({ starts_at }) => starts_at.getTime() <= now);
  const last = periods[0];
  if (!running || !last) return null;
  const { plan, way, kobo } = running;
  return {
    plan,
    way,
    naira: kobo === null ? prices.plans[way][plan] : kobo / KOBO_PER_NAIRA,
    endsAt: last.ends_at.toISOString(),
    isCancelled: periods.every(({ cancelled_at }) => cancelled_at !== null),
  };
}
