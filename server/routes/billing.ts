import {
  getConsents,
  getPassbook,
  getPayments,
  patchCancel,
  putLimit,
  putRenewal,
} from '../../src/contract/endpoints/payments.ts';
import { readCare, setCare } from '../accounts/care.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { cancelPlans } from '../payments/cancel.ts';
import { readConsents } from '../payments/consents.ts';
import { readHistory } from '../payments/history.ts';
import { readPassbook } from '../payments/passbook.ts';
import { chooseRenewal, endRenewal } from '../payments/renewal.ts';
import { readPlan } from '../payments/renewal-terms.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';
import { userReply } from './user-reply.ts';

/** What a player paid for, agreed to and spent, renews, and limits (flows.md#billing-page). */
export function billingRoutes(app: App, services: Services): void {
  const { db, config, now } = services;

  route(app, getPayments, async ({ session: { playerId } }) => ({
    status: true,
    data: await readHistory(db, playerId, config.prices),
    meta: { plan: await readPlan(services, playerId), care: await readCare(db, playerId, now()) },
  }));

  route(app, getPassbook, async ({ session: { playerId }, query: { before } }) => ({
    status: true,
    data: await readPassbook(db, playerId, before === undefined ? null : Number(before), now()),
  }));

  route(app, getConsents, async ({ session: { playerId } }) => ({
    status: true,
    data: await readConsents(db, playerId),
  }));

  route(app, patchCancel, async ({ session }) => {
    const { playerId } = session;
    await cancelPlans(services, playerId);
    return userReply(services, session);
  });

  route(app, putRenewal, async ({ session, body: { isOn, totalKobo } }) => {
    const { playerId } = session;
    if (isOn) await chooseRenewal(services, playerId, totalKobo);
    else await endRenewal(db, playerId);
    return userReply(services, session);
  });

  route(app, putLimit, async (request) => {
    const { playerId } = request.session;
    await once(services, callOf(request, `player ${playerId}`), async (trx) => {
      await setCare(trx, playerId, request.body, now());
      return {};
    });
    return { status: true, data: await readCare(db, playerId, now()) };
  });
}
