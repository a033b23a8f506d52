import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
  postDoi,
} from '../../src/contract/endpoints/mobile-money.ts';
import { referenceSchema } from '../../src/contract/payments.ts';
import { KOBO_PER_NAIRA, nairaToKobo } from '../../src/rules/money.ts';
import { readUser } from '../accounts/players.ts';
import { tokenFor } from '../accounts/sessions.ts';
import { sha256 } from '../crypto/hash.ts';
import { callOf, type IdempotentCall, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { askCollection } from '../payments/ask-collection.ts';
import { findCollection, startCollection } from '../payments/collections.ts';
import { resendAfter, resendDoi, unknownPayment } from '../payments/resend-doi.ts';
import {
  findWallet,
  mismatch,
  requireAmount,
  requireLeast,
  showWallet,
} from '../payments/wallets.ts';
import { UNABLE_TO_COMPLETE } from '../providers/mobile-money.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** Paying by mobile money, where it is offered: the service's calls, forwarded (flows.md#mobile-money). */
export function mobileMoneyRoutes(app: App, services: Services): void {
  const { config, db, mobileMoney, now, sign } = services;
  if (!config.ways.includes('mobile-money')) return;

  route(app, getWallet, async ({ session, query }) => {
    const asked = { playerId: session.playerId, msisdn: query.msisdn };
    const wallet = await findWallet(services, asked);
    if (wallet === null) return notRegistered(query.msisdn);
    return { status: true, data: showWallet(sign, asked, wallet) };
  });

  route(app, getCharges, async ({ session, query: { msisdn, amount } }) => {
    requireAmount(amount);
    const wallet = await findWallet(services, { playerId: session.playerId, msisdn });
    if (wallet === null) return notRegistered(msisdn);
    requireLeast(wallet.platform, amount);
    const { operatorKobo, serviceKobo } = await mobileMoney.charges(msisdn, nairaToKobo(amount));
    const operatorCharge = operatorKobo / KOBO_PER_NAIRA;
    return { status: true, data: { operatorCharge, serviceCharge: serviceKobo / KOBO_PER_NAIRA } };
  });

  route(app, postCollection, async (request) => {
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

  route(app, getCollection, async ({ session, params: { reference } }) => {
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

  route(app, postDoi, async (request) => {
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

/** A payment's reference where the phone makes none: the same for every sending of one call. */
function newReference({ scope, key, requestHash }: IdempotentCall): string {
  const seed = key === null ? randomUUID() : `${scope} ${key} ${requestHash}`;
  return `FOM-${sha256(seed).replaceAll(/[-_]/g, '').slice(0, 18)}`;
}
