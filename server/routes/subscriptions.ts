import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { subscribeReplySchema, userReplySchema } from '../../src/contract/user.ts';
import type { Plan } from '../../src/rules/money.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { findPlayer, readPhone, readUser } from '../accounts/players.ts';
import { type Session, tokenFor } from '../accounts/sessions.ts';
import { claimCharge, endCharge, OPERATOR_NO, takeOverPeriod } from '../accounts/subscriptions.ts';
import { Refusal } from '../errors.ts';
import type { Game } from '../game.ts';
import { type Call, callOf, keptReply, once } from '../idempotency.ts';
import type { AirtimeAnswer } from '../providers/airtime-billing.ts';
import { expireRoundsOf } from '../rounds/expire.ts';
import type { App } from '../validation.ts';

const params = v.object({ phone: v.string() });

/** Subscriptions paid by airtime: asking the operator, and subscribing (accounts §7). */
export function subscriptionRoutes(app: App, game: Game): void {
  const { db, billing, now } = game;
  const onRequest = signedIn(game);

  const verified: { path: string; plan: Plan }[] = [
    { path: '/payments/subscription/airtime/verify/:phone', plan: 'weekly' },
    { path: '/payments/subscription/ondemand/airtime/verify/:phone', plan: 'daily' },
  ];
  for (const { path, plan } of verified) {
    app.get(
      path,
      { onRequest, schema: { params, response: { 200: userReplySchema } } },
      async (request) => {
        const session = sessionOf(request);
        const phone = await ownPhone(game, session, request.params.phone);
        const answer = await billing.verify(phone, plan);
        const period = runningPeriod(answer, now());
        if (period === null) return operatorNo(answer);
        // Safe to repeat without a key: a period is credited once, however often it is seen.
        await db
          .transaction()
          .execute((trx) => takeOverPeriod(trx, session.playerId, period, now()));
        await expireRoundsOf(db, session.playerId, now());
        return userReply(game, session);
      },
    );
  }

  app.get(
    '/payments/subscribe/airtime/:phone',
    {
      onRequest,
      schema: {
        params,
        querystring: v.object({ plan: v.optional(v.picklist(['daily', 'weekly']), 'weekly') }),
        response: { 200: subscribeReplySchema },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const { playerId } = session;
      const phone = await ownPhone(game, session, request.params.phone);
      const call = callOf(request, `player ${playerId}`);
      if ((await keptReply(db, call)) !== null) return userReply(game, session);
      const { plan } = request.query;
      const charge = { playerId, plan, reference: chargeReference(call) };
      const reference = await claimCharge(db, charge, now());
      const answer = await billing.subscribe(phone, plan, reference);
      const period = runningPeriod(answer, now());
      if (period === null) {
        // Only an end that is known is forgotten: the next tap goes on with a pending charge.
        if (answer.outcome !== 'pending') await endCharge(db, playerId, reference);
        return operatorNo(answer);
      }
      await once(game, call, async (trx) => {
        await takeOverPeriod(trx, playerId, period, now());
        await endCharge(trx, playerId, reference);
        return {};
      });
      return userReply(game, session);
    },
  );
}

async function ownPhone(game: Game, session: Session, given: string): Promise<string> {
  const phone = readPhone(given);
  if ((await findPlayer(game.db, phone)) === session.playerId) return phone;
  throw new Refusal(403, 'user/not-yours', 'This phone number belongs to another account');
}

function runningPeriod(answer: AirtimeAnswer, now: number) {
  return answer.outcome === 'active' && answer.period.endsAt > now ? answer.period : null;
}

function operatorNo(answer: AirtimeAnswer) {
  const no = OPERATOR_NO[answer.outcome === 'active' ? 'none' : answer.outcome];
  return { status: false, data: null, ...no };
}

async function userReply(game: Game, session: Session) {
  const { db, now } = game;
  const token = await tokenFor(db, session, now());
  return { status: true, data: await readUser(db, session.playerId, now()), meta: { token } };
}

/** What a new charge is known by to the provider: the same for every sending of the same call. */
function chargeReference({ scope, key }: Call): string {
  if (key === null) return `FM-${randomUUID()}`;
  return `FM-${createHash('sha256').update(`${scope} ${key}`).digest('base64url')}`;
}
