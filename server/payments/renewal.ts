import { randomUUID } from 'node:crypto';
import type { RunningPlan } from '../../src/contract/payments.ts';
import { quoteOf, RENEWABLE_WAYS, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Config } from '../config/config.ts';
import { openKey } from '../crypto/key.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { requireBuyer } from '../plans/spending-limits.ts';
import type { CardAuthorization } from '../providers/card.ts';
import type { Services } from '../services.ts';
import type { Credit } from './credit.ts';
import { readRunningPlan } from './reads.ts';

const CARD_KEY = 'card-secret';

/**
 * Turns a player's renewal on, and stores their consent to its price. Throws Refusal 409:
 * `subscription/inactive` if no plan runs, `renewal/unavailable` if the plan can't renew, `payment/mismatch`
 * if the player saw another price, `spending/…` during a break or under age.
 */
export async function chooseRenewal(
  { db, config, card, now }: Pick<Services, 'db' | 'config' | 'card' | 'now'>,
  playerId: number,
  shownKobo: number | undefined,
): Promise<void> {
  const last = await findLastPeriod(db, playerId);
  if (!last || last.ends_at.getTime() <= now()) {
    throw new Refusal(409, 'subscription/inactive', 'You have no running subscription');
  }
  const terms = renewalTermsOf(config, last);
  if (terms === null) throw unavailable('This plan cannot renew by itself');
  const { plan, way, kobo, feeKobo } = terms;
  if (shownKobo !== undefined && shownKobo !== kobo + feeKobo) {
    throw new Refusal(409, 'payment/mismatch', 'The price has changed. Nothing was charged.');
  }
  const chosen = await findRenewal(db, playerId);
  if (chosen && isSame(chosen, terms)) return;
  const authorization = way === 'card' ? await card.findAuthorization(last.reference) : null;
  if (way === 'card' && authorization === null) {
    throw unavailable('Your bank does not let this card be charged again');
  }
  const sealed_card = authorization && (await sealCard(db, playerId, authorization));
  await db.transaction().execute(async (trx) => {
    await requireBuyer(trx, playerId, now());
    const meanwhile = await findRenewal(trx, playerId);
    if (meanwhile && isSame(meanwhile, terms)) return;
    const { phone } = await trx
      .selectFrom('players')
      .select('phone')
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow();
    const [reference, at] = [`RN-${randomUUID()}`, new Date(now())];
    const agreed = { way, kobo, fee_kobo: feeKobo };
    const said = { ...agreed, product: `plan-${plan}` as const, coins: SUBSCRIPTION_COINS };
    await trx
      .insertInto('consents')
      .values({
        ...said,
        reference,
        player_id: playerId,
        phone,
        step: 1,
        door: 'renewal',
        said_at: at,
      })
      .execute();
    const row = {
      ...agreed,
      plan,
      consent: reference,
      sealed_card,
      chosen_at: at,
      asked_at: null,
    };
    await trx
      .insertInto('renewals')
      .values({ player_id: playerId, ...row })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
      .execute();
  });
}

/** Ends a player's renewal and deletes the card's authorisation. Gives whether there was a renewal. */
export async function endRenewal(db: Db, playerId: number, consent?: string): Promise<boolean> {
  const own = db.deleteFrom('renewals').where('player_id', '=', playerId);
  const ending = consent === undefined ? own : own.where('consent', '=', consent);
  const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

async function sealCard(db: Db, playerId: number, card: CardAuthorization): Promise<string> {
  return seal(await openKey(db, CARD_KEY), JSON.stringify(card), String(playerId));
}

/** Opens a sealed card authorisation. Throws if it was sealed with another key than the database's. */
export async function openCard(
  db: Db,
  playerId: number,
  sealed: string,
): Promise<CardAuthorization> {
  return JSON.parse(unseal(await openKey(db, CARD_KEY), sealed, String(playerId)));
}

function unavailable(message: string): Refusal {
  return new Refusal(409, 'renewal/unavailable', message);
}

/** The plan, way and price of a renewal, in kobo. */
type RenewalTerms = NonNullable<RunningPlan['renewal']>;

type Offer = Pick<Config, 'prices' | 'ways'>;

/** The paid period of a player that ends last. */
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

/** The terms on which a period would renew today; `null` if it can't renew by itself. */
export function renewalTermsOf({ prices, ways }: Offer, period: Period): RenewalTerms | null {
  const way = RENEWABLE_WAYS.find((one) => one === period.way && ways.includes(one));
  if (!way || period.cancelled_at !== null) return null;
  const quote = quoteOf(prices, way, `plan-${period.plan}`);
  return quote && { plan: period.plan, way, kobo: quote.kobo, feeKobo: quote.feeKobo };
}

/** A player's running plan, and the terms of its renewal if it renews by itself; `null` if no plan runs. */
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
  const terms = renewalTermsOf(config, last);
  const renews = chosen !== undefined && terms !== null && isSame(chosen, terms);
  return { ...plan, renews, renewal: terms };
}

function findRenewal(db: Db, playerId: number) {
  return db.selectFrom('renewals').selectAll().where('player_id', '=', playerId).executeTakeFirst();
}

type Chosen = NonNullable<Awaited<ReturnType<typeof findRenewal>>>;

/** Whether these terms are the terms that the player agreed to. */
export function isSame(chosen: Chosen, { plan, way, kobo, feeKobo }: RenewalTerms): boolean {
  const { plan: itsPlan, way: itsWay, kobo: itsKobo, fee_kobo } = chosen;
  return itsPlan === plan && itsWay === way && itsKobo === kobo && fee_kobo === feeKobo;
}

type Asking = Pick<Services, 'db' | 'billing' | 'config' | 'now'>;

/**
 * Ends the operator's own renewal after a plan by airtime was taken back, unless airtime pays for another
 * running plan. Gives whether the operator was asked; a repeated call does no harm. Throws ProviderError if
 * the operator does not answer.
 */
export async function endOperatorRenewal(
  { db, billing, config, now }: Asking,
  { way, playerId }: Credit,
): Promise<boolean> {
  if (way !== 'airtime' || !config.ways.includes('airtime')) return false;
  const runs = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('ends_at', '>', new Date(now()))
    .limit(1)
    .executeTakeFirst();
  if (runs) return false;
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  await billing.cancel(phone);
  return true;
}

/**
 * Ends the renewal of a player's running plans, first the operator's renewal, then ours. Paid periods run to
 * their end. Throws Refusal 409 `subscription/inactive` if no plan runs. Throws ProviderError if the operator
 * does not answer; then nothing has ended.
 */
export async function cancelPlans(
  { db, billing, config, now }: Pick<Services, 'db' | 'billing' | 'config' | 'now'>,
  playerId: number,
): Promise<void> {
  const running = await db
    .selectFrom('subscriptions')
    .innerJoin('players', 'players.id', 'subscriptions.player_id')
    .select(['subscriptions.id', 'way', 'cancelled_at', 'phone'])
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(now()))
    .execute();
  if (running.length === 0) {
    if (await endRenewal(db, playerId)) return;
    throw new Refusal(409, 'subscription/inactive', 'You have no running subscription');
  }
  const open = running.filter(({ cancelled_at }) => cancelled_at === null);
  const byAirtime = open.find(({ way }) => way === 'airtime');
  if (byAirtime && config.ways.includes('airtime')) await billing.cancel(byAirtime.phone);
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    await endRenewal(trx, playerId);
    const ids = open.map(({ id }) => id);
    if (ids.length === 0) return;
    await trx
      .updateTable('subscriptions')
      .set({ cancelled_at: new Date(now()) })
      .where('id', 'in', ids)
      .execute();
  });
}
