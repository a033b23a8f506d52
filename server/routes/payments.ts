import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  getCardVerify,
  getConsents,
  getPassbook,
  getPayments,
  patchCancel,
  postExpected,
  putLimit,
  putRenewal,
} from '../../src/contract/endpoints/payments.ts';
import {
  getDailyVerify,
  getSubscribe,
  getWeeklyVerify,
} from '../../src/contract/endpoints/subscriptions.ts';
import { postCardWebhook, postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { getCardKey, getPublicKey } from '../../src/contract/misc.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
  postDoi,
} from '../../src/contract/mobile-money.ts';
import { referenceSchema } from '../../src/contract/payments.ts';
import {
  KOBO_PER_NAIRA,
  nairaToKobo,
  type Plan,
  quoteOf,
  RUSH_TICKET,
} from '../../src/rules/money.ts';
import { findPlayer, readPhone, readUser } from '../accounts/players.ts';
import { requireEmail } from '../accounts/profile/profile.ts';
import { idempotencyOwner, type NumberCaller, requireCaller } from '../accounts/sign-in/callers.ts';
import { tokenFor } from '../accounts/sign-in/sessions.ts';
import { hmacSha512, isSameText, sha256 } from '../crypto/hash.ts';
import { callOf, type IdempotentCall, keptReply, once } from '../http/idempotency.ts';
import { countCall } from '../http/limits.ts';
import { type App, Refusal } from '../http/serve.ts';
import { seenCaller } from '../my-data/delete-account.ts';
import { limitPending } from '../payments/card.ts';
import {
  askCollection,
  findCollection,
  findWallet,
  mismatch,
  requireAmount,
  requireLeast,
  resendAfter,
  resendDoi,
  showWallet,
  startCollection,
  unknownPayment,
} from '../payments/mobile-money.ts';
import { expectPayment, settlePayment } from '../payments/purchase.ts';
import { readConsents, readHistory, readPassbook } from '../payments/reads.ts';
import { findExpected, verifyPayment } from '../payments/reconcile.ts';
import { cancelPlans, chooseRenewal, endRenewal, readPlan } from '../payments/renewal.ts';
import { keepReport } from '../payments/reports.ts';
import { enterCardEvent } from '../payments/take-back.ts';
import { hasOpenCharge } from '../plans/airtime-charges.ts';
import { chargeAirtime } from '../plans/ask-airtime.ts';
import { isTakenOver, OPERATOR_NO, runningPeriod, takeOverPeriod } from '../plans/plans.ts';
import {
  readSpendingLimits,
  refuseTicketSale,
  setSpendingLimits,
} from '../plans/spending-limits.ts';
import { takeTransferEvent } from '../prizes/send.ts';
import type { AirtimeAnswer } from '../providers/airtime-billing.ts';
import { readCharge } from '../providers/card.ts';
import { UNABLE_TO_COMPLETE } from '../providers/mobile-money.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import { ProviderError } from '../providers/provider-http.ts';
import type { Services } from '../services.ts';
import { type EndpointRequest, route, userReply } from './route.ts';
import { revealNumber, unknownNumber } from './users.ts';

/** The calls of payments, for each way to pay that is offered, and of what players see about them. */
export function paymentRoutes(app: App, services: Services): void {
  billingRoutes(app, services);
  subscriptionRoutes(app, services);
  cardRoutes(app, services);
  cardWebhook(app, services);
  mobileMoneyRoutes(app, services);
  walletHintRoutes(app, services);
}

/**
 * The calls of the billing page: payments, coins, consents, renewal and spending limits
 * (billing.md#billing-page).
 */
function billingRoutes(app: App, services: Services): void {
  const { db, config, now } = services;

  route(app, services, getPayments, async ({ session: { playerId } }) => ({
    status: true,
    data: await readHistory(db, playerId, config.prices),
    meta: {
      plan: await readPlan(services, playerId),
      care: await readSpendingLimits(db, playerId, now()),
    },
  }));

  route(app, services, getPassbook, async ({ session: { playerId }, query: { before } }) => ({
    status: true,
    data: await readPassbook(db, playerId, before === undefined ? null : Number(before), now()),
  }));

  route(app, services, getConsents, async ({ session: { playerId } }) => ({
    status: true,
    data: await readConsents(db, playerId),
  }));

  route(app, services, patchCancel, async ({ session }) => {
    const { playerId } = session;
    await cancelPlans(services, playerId);
    return userReply(services, session);
  });

  route(app, services, putRenewal, async ({ session, body: { isOn, totalKobo } }) => {
    const { playerId } = session;
    if (isOn) await chooseRenewal(services, playerId, totalKobo);
    else await endRenewal(db, playerId);
    return userReply(services, session);
  });

  route(app, services, putLimit, async (request) => {
    const { playerId } = request.session;
    await request.once(async (trx) => {
      await setSpendingLimits(trx, playerId, request.body, now());
      return {};
    });
    return { status: true, data: await readSpendingLimits(db, playerId, now()) };
  });
}

/** Asks the operator about subscriptions by airtime, and subscribes (subscription.md#subscribe-call). */
function subscriptionRoutes(app: App, services: Services): void {
  const { db, billing, config, now } = services;
  const prices = config.prices.plans.airtime;

  const verify = async (request: EndpointRequest<typeof getDailyVerify>, plan: Plan) => {
    requireAirtime(services);
    const { proof } = request.query;
    const speaks = await requireCaller(services, request, request.params.phone, proof);
    const caller = await seenCaller(services, speaks);
    const { phone, playerId } = caller;
    if (playerId === null) return unknownNumber(services, phone, caller.numberProof);
    const answer = await billing.verify(phone, plan);
    const period = runningPeriod(answer, now());
    if (period === null) {
      // A charge that the operator does not know of may still go through.
      const isOpen = answer.outcome === 'none' && (await hasOpenCharge(db, { phone, plan }, now()));
      return operatorNo(isOpen ? { outcome: 'pending' } : answer);
    }
    // A repeat is safe without a key, because a period is credited once, however often it is seen.
    if (!(await isTakenOver(db, { phone, playerId }, period))) {
      const found = { phone, period, prices };
      await db.transaction().execute((trx) => takeOverPeriod(trx, found, now()));
    }
    return revealNumber(services, request, caller);
  };
  route(app, services, getWeeklyVerify, async (request) => verify(request, request.query.plan));
  route(app, services, getDailyVerify, async (request) => verify(request, 'daily'));

  route(app, services, getSubscribe, async (request) => {
    requireAirtime(services);
    const { plan, proof, door } = request.query;
    const caller = await findSubscriber(services, request, request.params.phone, proof);
    const { phone, playerId } = caller;
    const call = callOf(request, idempotencyOwner(caller));
    if ((await keptReply(db, call)) !== null) return subscribed(services, request, caller);
    const kobo = nairaToKobo(prices[plan]);
    const shownKobo = request.query.kobo === undefined ? null : Number(request.query.kobo);
    const reference = chargeReference(call);
    const agreed = { reference, phone, playerId, plan, kobo, shownKobo, door };
    const charged = await chargeAirtime(services, agreed, (periods) =>
      once(services, call, async (trx) => {
        for (const period of periods) await takeOverPeriod(trx, { phone, period, prices }, now());
        return {};
      }),
    );
    if (charged === null || charged === 'paid') return subscribed(services, request, caller);
    return operatorNo(charged);
  });
}

/** Refuses a call while airtime is not offered, as if there were no such call. */
function requireAirtime({ config }: Services): void {
  if (config.ways.includes('airtime')) return;
  throw new Refusal(404, 'route/unknown', 'You cannot pay this way now. Please choose another.');
}

/**
 * Finds who subscribes. Under `open`, a call without a token may do so for a number without an account
 * (subscription.md#subscribe-call).
 */
async function findSubscriber(
  services: Services,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
): Promise<NumberCaller> {
  const isFree =
    services.config.signInPolicy === 'open' && request.headers.authorization === undefined;
  if (isFree) {
    const phone = readPhone(given);
    if ((await findPlayer(services.db, phone)) === null)
      return { phone, playerId: null, session: null };
  }
  return seenCaller(services, await requireCaller(services, request, given, proof));
}

async function subscribed(services: Services, request: FastifyRequest, caller: NumberCaller) {
  return caller.playerId === null
    ? { status: true, data: null }
    : revealNumber(services, request, caller);
}

function operatorNo(answer: AirtimeAnswer) {
  const no = OPERATOR_NO[answer.outcome === 'active' ? 'none' : answer.outcome];
  return { status: false, data: null, ...no };
}

/** The name by which the provider knows a new charge. Every sending of the same call has the same name. */
function chargeReference({ scope, key, requestHash }: IdempotentCall): string {
  if (key === null) return `FM-${randomUUID()}`;
  return `FM-${sha256(`${scope} ${key} ${requestHash}`)}`;
}

/** The calls of paying by card, where it is offered (payments.md#card-payment). */
function cardRoutes(app: App, services: Services): void {
  const { config, now } = services;
  if (!config.ways.includes('card')) return;
  const publicKey = config.cardPublicKey ?? SANDBOX_CARD.publicKey;
  route(app, services, getPublicKey, async () => ({ status: true, data: { publicKey } }));
  route(app, services, getCardKey, async () => ({ status: true, data: { key: publicKey } }));

  route(app, services, postExpected, async (request) => {
    const { product, reference, door, totalKobo } = request.body;
    const { playerId } = request.session;
    const quote = quoteOf(config.prices, 'card', product);
    if (quote === null) throw new Refusal(422, 'product/unknown', 'This is not on offer');
    const { coins, kobo, feeKobo } = quote;
    if (totalKobo !== undefined && totalKobo !== kobo + feeKobo) {
      throw new Refusal(409, 'payment/mismatch', 'The price has changed. Please look at it again.');
    }
    const data = await request.once(async (trx) => {
      if (product === RUSH_TICKET) await refuseTicketSale(trx, services, playerId);
      const player = await trx
        .selectFrom('players')
        .select(['phone', 'email'])
        .where('id', '=', playerId)
        .executeTakeFirstOrThrow();
      await limitPending(trx, playerId, now());
      requireEmail(player.email);
      const priced = { way: 'card' as const, product, coins, kobo, feeKobo };
      const expected = { reference, playerId, phone: player.phone, door, ...priced };
      await expectPayment(trx, expected, now());
      return { kobo, feeKobo, totalKobo: kobo + feeKobo, coins };
    });
    return { status: true, data };
  });

  // A repeat is safe without a key, because a payment is credited once, however often it is asked about.
  route(app, services, getCardVerify, async ({ session, params: { reference } }) => {
    const { playerId } = session;
    const payment = await findExpected(services, { playerId, reference, ways: ['card'] });
    const notPaid = await verifyPayment(services, payment);
    if (notPaid) return notPaid;
    return userReply(services, session);
  });
}

const TAKEN = { status: true, data: null };

const eventSchema = v.object({
  event: v.string(),
  data: v.looseObject({}),
});

/**
 * Takes the card provider's signed messages about payments and transfers, if cards are offered
 * (payments.md#card-payment).
 */
function cardWebhook(app: App, services: Services): void {
  const { db, config, now } = services;
  if (!config.ways.includes('card')) return;
  const secretKey = config.cardSecretKey ?? SANDBOX_CARD.secretKey;
  app.register(async (part: App) => {
    // The provider signs the bytes of the body, so the body is not parsed here.
    part.removeContentTypeParser('application/json');
    part.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    route(part, services, postCardWebhook, async ({ headers, body }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const signature = String(headers['x-paystack-signature'] ?? '');
      if (!isSameText(signature, hmacSha512(secretKey, bytes))) {
        throw new Refusal(401, 'webhook/bad-signature', 'This was not signed by the provider');
      }
      const { event, data } = readEvent(bytes);
      if (event.startsWith('transfer.')) {
        await takeTransferEvent(services, { event, data });
        return TAKEN;
      }
      const payment = event === 'charge.success' ? readCharge(data) : null;
      await db.transaction().execute(async (trx) => {
        if (payment === null) return enterCardEvent(trx, { event, data }, now());
        await settlePayment(trx, { ...payment, way: 'card' }, now());
      });
      return TAKEN;
    });
  });
}

/** Reads a signed body. Throws Refusal 422 `request/invalid` if it is not an event. */
function readEvent(bytes: Buffer): v.InferOutput<typeof eventSchema> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), bytes.toString());
  if (!read.success) throw new Refusal(422, 'request/invalid', 'The body must be an event');
  return read.output;
}

/**
 * Forwards the calls of paying by mobile money to the service, where it is offered
 * (payments.md#mobile-money).
 */
function mobileMoneyRoutes(app: App, services: Services): void {
  const { config, db, mobileMoney, now, sign } = services;
  if (!config.ways.includes('mobile-money')) return;

  route(app, services, getWallet, async ({ session, query }) => {
    const asked = { playerId: session.playerId, msisdn: query.msisdn };
    const wallet = await findWallet(services, asked);
    if (wallet === null) return notRegistered(query.msisdn);
    return { status: true, data: showWallet(sign, asked, wallet) };
  });

  route(app, services, getCharges, async ({ session, query: { msisdn, amount } }) => {
    requireAmount(amount);
    const wallet = await findWallet(services, { playerId: session.playerId, msisdn });
    if (wallet === null) return notRegistered(msisdn);
    requireLeast(wallet.platform, amount);
    const { operatorKobo, serviceKobo } = await mobileMoney.charges(msisdn, nairaToKobo(amount));
    const operatorCharge = operatorKobo / KOBO_PER_NAIRA;
    return { status: true, data: { operatorCharge, serviceCharge: serviceKobo / KOBO_PER_NAIRA } };
  });

  route(app, services, postCollection, async (request) => {
    const { playerId } = request.session;
    const call = callOf(request, `player ${playerId}`);
    const kept = await keptReply<{ reference: string }>(db, call);
    if (kept !== null) return queued(services, kept.reference);
    const reference = request.body.reference ?? newReference(call);
    const outcome = await startCollection(services, { ...request.body, playerId, reference });
    if (outcome === 'refused') return refused(UNABLE_TO_COMPLETE);
    await once(services, call, async () => ({ reference }));
    return queued(services, reference);
  });

  route(app, services, getCollection, async ({ session, params: { reference } }) => {
    const { playerId } = session;
    if (!v.is(referenceSchema, reference)) throw unknownPayment();
    if ((await findCollection(db, reference, playerId)) === null) throw unknownPayment();
    const state = await askCollection(services, reference);
    if (state === 'mismatched') throw mismatch('Unable to verify payment');
    if (state === 'pending') return { status: true, data: { status: 'pending', user: null } };
    if (state !== 'paid') {
      const data = { status: 'failed', user: null };
      return { status: true, data, message: UNABLE_TO_COMPLETE };
    }
    const user = await readUser(db, playerId, now());
    const token = await tokenFor(services, session);
    return { status: true, data: { status: 'success', user }, meta: { token } };
  });

  route(app, services, postDoi, async (request) => {
    const { playerId } = request.session;
    const { reference } = request.params;
    if (!v.is(referenceSchema, reference)) throw unknownPayment();
    const call = callOf(request, `player ${playerId}`);
    if ((await keptReply(db, call)) !== null) return sent(services, reference);
    const outcome = await resendDoi(services, { reference, playerId });
    if (outcome === 'refused') return refused('unable to resend DOI');
    if (outcome === 'ended') return refused('This payment waits for no confirmation');
    await once(services, call, async () => ({}));
    return sent(services, reference);
  });
}

async function sent(services: Services, reference: string) {
  const data = { resendAfter: await resendAfter(services, reference) };
  return { status: true, data, message: 'DOI resend successful' };
}

async function queued(services: Services, reference: string) {
  const data = { reference, resendAfter: await resendAfter(services, reference) };
  return { status: true, data, message: 'Transaction queued' };
}

function refused(message: string) {
  return { status: false, data: null, message, code: 'mobile-money/refused' };
}

function notRegistered(msisdn: string) {
  const message = `${msisdn} is not registered on Airtel Smartcash or MTN MoMo`;
  return { status: false, data: null, message, code: 'mobile-money/not-registered' };
}

/**
 * Makes a payment's reference if the phone made none. Every sending of the same call gets the same
 * reference.
 */
function newReference({ scope, key, requestHash }: IdempotentCall): string {
  const seed = key === null ? randomUUID() : `${scope} ${key} ${requestHash}`;
  return `FOM-${sha256(seed).replaceAll(/[-_]/g, '').slice(0, 18)}`;
}

const HEARD = { status: true, data: null };
const KEPT_CHARS = 100;

/**
 * Takes hints that a mobile-money payment has changed. It believes no hint, but asks the service
 * (payments.md#wallet-hint).
 */
function walletHintRoutes(app: App, services: Services): void {
  const { config, db, now } = services;
  if (!config.ways.includes('mobile-money')) return;

  route(app, services, postFundWallet, async (request) => {
    const { reference, amount, status } = request.body;
    if ((await findCollection(db, reference)) !== null) {
      try {
        await askCollection(services, reference);
      } catch (error) {
        // The sender of the hint can do nothing about this error. The payment is asked about until it ends.
        if (!(error instanceof ProviderError)) throw error;
        request.log.warn({ err: error }, 'a hint could not be followed');
      }
      return HEARD;
    }
    await countCall(services, request, 'wallet-hint');
    const body = { amount: textOf(amount), status: textOf(status) };
    await keepReport(db, { reference, what: 'wallet-hint', body }, now());
    return HEARD;
  });
}

/** Anybody can send anything here, so only its first characters are kept, as text. */
function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value).slice(0, KEPT_CHARS);
}
