import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  getDailyVerify,
  getSubscribe,
  getWeeklyVerify,
} from '../../src/contract/endpoints/subscriptions.ts';
import { nairaToKobo, type Plan } from '../../src/rules/money.ts';
import { hasOpenCharge } from '../accounts/charges.ts';
import { findPlayer, readPhone } from '../accounts/players.ts';
import { idempotencyOwner, type Principal, requirePrincipal } from '../accounts/principals.ts';
import { runningPeriod } from '../accounts/running-periods.ts';
import { isTakenOver, OPERATOR_NO, takeOverPeriod } from '../accounts/subscriptions.ts';
import { sha256 } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, type IdempotentCall, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { seenPrincipal } from '../my-data/unseen.ts';
import { chargeAirtime } from '../payments/charge-airtime.ts';
import type { AirtimeAnswer } from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';
import { revealNumber, unknownNumber } from './look-up.ts';
import { type EndpointRequest, route } from './route.ts';

/** Asking the operator for subscriptions by airtime, and subscribing (flows.md#subscribe-call). */
export function subscriptionRoutes(app: App, services: Services): void {
  const { db, billing, config, now } = services;
  const prices = config.prices.plans.airtime;

  const verify = async (request: EndpointRequest<typeof getDailyVerify>, plan: Plan) => {
    requireAirtime(services);
    const { proof } = request.query;
    const speaks = await requirePrincipal(services, request, request.params.phone, proof);
    const principal = await seenPrincipal(services, speaks);
    const { phone, playerId } = principal;
    if (playerId === null) return unknownNumber(services, phone, principal.numberProof);
    const answer = await billing.verify(phone, plan);
    const period = runningPeriod(answer, now());
    if (period === null) {
      // Where the operator has not heard of it the charge may still go through.
      const isOpen = answer.outcome === 'none' && (await hasOpenCharge(db, { phone, plan }, now()));
      return operatorNo(isOpen ? { outcome: 'pending' } : answer);
    }
    // Safe to repeat without a key: a period is credited once, however often it is seen.
    if (!(await isTakenOver(db, { phone, playerId }, period))) {
      const found = { phone, period, prices };
      await db.transaction().execute((trx) => takeOverPeriod(trx, found, now()));
    }
    return revealNumber(services, request, principal);
  };
  route(app, getWeeklyVerify, async (request) => verify(request, request.query.plan));
  route(app, getDailyVerify, async (request) => verify(request, 'daily'));

  route(app, getSubscribe, async (request) => {
    requireAirtime(services);
    const { plan, proof, door } = request.query;
    const principal = await findSubscriber(services, request, request.params.phone, proof);
    const { phone, playerId } = principal;
    const call = callOf(request, idempotencyOwner(principal));
    if ((await keptReply(db, call)) !== null) return subscribed(services, request, principal);
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
    if (charged === null || charged === 'paid') return subscribed(services, request, principal);
    return operatorNo(charged);
  });
}

/** Refuses a call where airtime is not on offer, as if there were no such call. */
function requireAirtime({ config }: Services): void {
  if (config.ways.includes('airtime')) return;
  throw new Refusal(404, 'route/unknown', 'You cannot pay this way now. Please choose another.');
}

/** Under `open` it is anybody while the number has no account (flows.md#subscribe-call). */
async function findSubscriber(
  services: Services,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
): Promise<Principal> {
  const isFree =
    services.config.signInPolicy === 'open' && request.headers.authorization === undefined;
  if (isFree) {
    const phone = readPhone(given);
    if ((await findPlayer(services.db, phone)) === null)
      return { phone, playerId: null, session: null };
  }
  return seenPrincipal(services, await requirePrincipal(services, request, given, proof));
}

async function subscribed(services: Services, request: FastifyRequest, principal: Principal) {
  return principal.playerId === null
    ? { status: true, data: null }
    : revealNumber(services, request, principal);
}

function operatorNo(answer: AirtimeAnswer) {
  const no = OPERATOR_NO[answer.outcome === 'active' ? 'none' : answer.outcome];
  return { status: false, data: null, ...no };
}

/** What a new charge is known by to the provider: the same for every sending of the same call. */
function chargeReference({ scope, key, requestHash }: IdempotentCall): string {
  if (key === null) return `FM-${randomUUID()}`;
  return `FM-${sha256(`${scope} ${key} ${requestHash}`)}`;
}
