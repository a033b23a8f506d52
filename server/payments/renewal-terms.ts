import type { RunningPlan } from '../../src/contract/payments.ts';
import { quoteOf, RENEWABLE_WAYS } from '../../src/rules/money.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { readRunningPlan } from './history.ts';

/** What a renewal takes, in kobo. */
export type RenewalTerms = NonNullable<RunningPlan['renewal']>;

type Offer = Pick<Config, 'prices' | 'ways'>;

/** The period that ends last of all that a player has paid for. */
export function findLastPeriod(db: Db, playerId: number) {
  return db
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'reference', 'ends_at', 'cancelled_at'])
    .where('player_id', '=', playerId)
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Period = NonNullable<Awaited<ReturnType<typeof findLastPeriod>>>;

/** What renewing a period takes today; `null` where it cannot renew by itself. */
export function termsOf({ prices, ways }: Offer, period: Period): RenewalTerms | null {
  const way = RENEWABLE_WAYS.find((one) => one === period.way && ways.includes(one));
  if (!way || period.cancelled_at !== null) return null;
  const quote = quoteOf(prices, way, `plan-${period.plan}`);
  return quote && { plan: period.plan, way, kobo: quote.kobo, feeKobo: quote.feeKobo };
}

/** The plan that runs, and whether and for how much it renews by itself; `null` where none runs. */
export async function readPlan(
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
  playerId: number,
): Promise<RunningPlan | null> {
  const [plan, last, chosen] = [
    await readRunningPlan(db, playerId, config.prices, now()),
    await findLastPeriod(db, playerId),
    await findRenewal(db, playerId),
  ];
  if (!plan || !last) return null;
  const terms = termsOf(config, last);
  const renews = chosen !== undefined && terms !== null && isSame(chosen, terms);
  return { ...plan, renews, renewal: terms };
}

export function findRenewal(db: Db, playerId: number) {
  return db.selectFrom('renewals').selectAll().where('player_id', '=', playerId).executeTakeFirst();
}

type Chosen = NonNullable<Awaited<ReturnType<typeof findRenewal>>>;

/** Whether a choice is for these terms: at another price nobody said yes. */
export function isSame(chosen: Chosen, { plan, way, kobo, feeKobo }: RenewalTerms): boolean {
  const { plan: itsPlan, way: itsWay, kobo: itsKobo, fee_kobo } = chosen;
  return itsPlan === plan && itsWay === way && itsKobo === kobo && fee_kobo === feeKobo;
}
