import type { Selectable } from 'kysely';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { PLAN_DAYS, type Product, planOf, RUSH_TICKET, type Way } from '../../src/rules/money.ts';
import { isActive, lockPlayer, lockUndeleted } from '../accounts/players.ts';
import type { Db, PaymentState, Tables, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { creditPayment } from '../ledger/entries.ts';
import { queuePeriod } from '../plans/plans.ts';
import { requireKnownAdult, requireSpending } from '../plans/spending-limits.ts';
import { keepReport, storableJson } from './reports.ts';
import { takeDisputed, takeRefunded } from './take-back.ts';
import { noteTicket } from './tickets.ts';

/** A payment that we expect, stored before its provider knows of it. Price and fees are in kobo. */
type ExpectedPayment = {
  reference: string;
  playerId: number;
  phone: string;
  way: Way;
  product: Product;
  coins: number;
  kobo: number;
  feeKobo: number;
  /**
   * The entry point where the player agreed; `null` for a renewal, because they agreed when they chose it.
   */
  door: string | null;
  /** The number that pays by mobile money, and the handle of its wallet. */
  payer?: string;
  handle?: string;
};

/** Payments in these states have been credited, some of them undone since. They are never credited again. */
const CREDITED: ReadonlySet<PaymentState> = new Set(['paid', 'reversed', 'refunded']);

/**
 * Stores a payment and the player's consent to its price, before the provider is asked. Throws Refusal 409:
 * `payment/reference-taken` for a reference of another payment, `subscription/active` for a plan while a plan
 * runs, `spending/…` if the player's limit, break or age forbids the purchase. A ticket is sold only to a
 * player whose date of birth is known.
 */
export async function expectPayment(trx: Trx, expected: ExpectedPayment, now: number) {
  const { reference, playerId, phone, way, product, coins, kobo, feeKobo, door } = expected;
  await lockPlayer(trx, playerId);
  if (planOf(product) && (await isActive(trx, playerId, now))) {
    throw new Refusal(409, 'subscription/active', 'Your subscription is running already');
  }
  if (product === RUSH_TICKET) await requireKnownAdult(trx, playerId, now);
  const at = new Date(now);
  const bought = { reference, player_id: playerId, way, product, coins, kobo, fee_kobo: feeKobo };
  const taken = await trx
    .insertInto('payments')
    .values({
      ...bought,
      payer: expected.payer ?? null,
      handle: expected.handle ?? null,
      created_at: at,
      asked_at: null,
      ended_at: null,
      prompted_at: null,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (!taken) {
    throw new Refusal(409, 'payment/reference-taken', 'This payment has been made already');
  }
  await requireSpending(trx, { playerId, reference, kobo: kobo + feeKobo }, now);
  if (door === null) return;
  await trx
    .insertInto('consents')
    .values({ ...bought, phone, step: 1, door, said_at: at })
    .execute();
}

/** A provider's report of a payment that was made. */
type TakenPayment = {
  reference: string;
  kobo: number;
  currency: string;
  /**
   * The way of payment of the provider that reports it. A report is unexpected if the payment was to be made
   * in another way.
   */
  way?: Way;
  /** The player whom the provider names, if it names any. */
  buyerId?: string | null;
  /**
   * The mark of the card that paid. It is stored only with the payment
   * (game.md#accounts-that-are-each-others).
   */
  card?: string;
};

/**
 * Credits a payment that its provider says is paid, once, however many reports arrive. The player gets the
 * coins, the ticket or the plan's period, and the ledger gets the money. A period begins where the running
 * period ends. If the amount, currency or buyer differs, nothing is credited. Such a report is stored for the
 * operator, and so is a report of an unexpected payment (payments.md#expected-payments). Gives the payment's
 * state; `unknown` if nobody expected it.
 */
export async function settlePayment(
  trx: Trx,
  { card, ...taken }: TakenPayment,
  now: number,
): Promise<'paid' | 'mismatched' | 'unknown'> {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', taken.reference)
    .forUpdate()
    .executeTakeFirst();
  if (!payment || (taken.way !== undefined && taken.way !== payment.way)) {
    await keepReport(trx, { reference: taken.reference, what: 'unexpected', body: taken }, now);
    return 'unknown';
  }
  const { reference, player_id: playerId, way, product, coins, kobo, fee_kobo: feeKobo } = payment;
  if (CREDITED.has(payment.state)) return 'paid';
  // If the player's account was deleted, nobody is credited, and the operator sends the money back.
  const isDeleted = !(await lockUndeleted(trx, playerId));
  const isExact =
    !isDeleted &&
    taken.kobo === kobo + feeKobo &&
    taken.currency === payment.currency &&
    (taken.buyerId ?? String(playerId)) === String(playerId);
  const ended = { asked_at: new Date(now), ended_at: new Date(now) };
  const end = (state: 'paid' | 'mismatched') =>
    trx
      .updateTable('payments')
      .set({ ...ended, state, said: storableJson(state === 'paid' ? { ...taken, card } : taken) })
      .where('reference', '=', reference)
      .execute();
  if (!isExact) {
    if (payment.state === 'mismatched') return 'mismatched';
    const what = isDeleted ? 'account-deleted' : 'mismatched';
    await keepReport(trx, { reference, what, body: taken }, now);
    await end('mismatched');
    await takeRefunded(trx, reference, now);
    return 'mismatched';
  }
  const plan = planOf(product);
  await creditPayment(trx, { playerId, reference, way, product, coins, kobo, feeKobo }, now);
  if (product === RUSH_TICKET) await noteTicket(trx, { playerId, reference }, now);
  if (plan) {
    const lengthMs = PLAN_DAYS[plan] * DAY_MS;
    await queuePeriod(trx, { playerId, reference, plan, way, kobo, lengthMs }, now);
  }
  if (way === 'mobile-money') await noteSecondYes(trx, payment, now);
  await end('paid');
  // A refund or a dispute may be reported before the payment.
  await takeDisputed(trx, reference, now);
  await takeRefunded(trx, reference, now);
  return 'paid';
}

/** Stores the consent that the wallet's owner gave in the prompt on their phone. */
async function noteSecondYes(trx: Trx, payment: Selectable<Tables['payments']>, now: number) {
  const { reference, player_id, way, product, coins, kobo, fee_kobo, payer } = payment;
  const agreed = { reference, player_id, way, product, coins, kobo, fee_kobo };
  await trx
    .insertInto('consents')
    .values({ ...agreed, phone: payer ?? '', step: 2, door: 'doi', said_at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['reference', 'step']).doNothing())
    .execute();
}

/** Makes a failed payment pending again, because it is about to be charged once more. */
export async function reopenPayment(trx: Trx, reference: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ state: 'pending', asked_at: null, ended_at: null })
    .where('reference', '=', reference)
    .where('state', '=', 'failed')
    .execute();
}

/** Notes that a provider took no money for a payment. A paid payment stays paid. */
export async function failPayment(
  db: Db,
  reference: string,
  state: 'failed' | 'refused',
  now: number,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state, asked_at: new Date(now), ended_at: new Date(now) })
    .where('reference', '=', reference)
    .where('state', '=', 'pending')
    .execute();
}
