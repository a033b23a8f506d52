import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  proofQuerySchema,
  subscribeReplySchema,
  userReplySchema,
} from '../../src/contract/user.ts';
import type { Plan } from '../../src/rules/money.ts';
import { type Caller, nameOf, requireCaller } from '../accounts/callers.ts';
import { revealNumber, unknownNumber } from '../accounts/look-up.ts';
import { findPlayer, readPhone } from '../accounts/players.ts';
import { claimCharge, endCharge, OPERATOR_NO, takeOverPeriod } from '../accounts/subscriptions.ts';
import type { Game } from '../game.ts';
import { type Call, callOf, keptReply, once } from '../idempotency.ts';
import type { AirtimeAnswer } from '../providers/airtime-billing.ts';
import type { App } from '../validation.ts';

const params = v.object({ phone: v.string() });
const subscribeQuery = v.object({
  ...proofQuerySchema.entries,
  plan: v.optional(v.picklist(['daily', 'weekly']), 'weekly'),
});

const replies = { user: { 200: userReplySchema }, subscribe: { 200: subscribeReplySchema } };

/** Subscriptions paid by airtime: asking the operator, and subscribing (accounts §7). */
export function subscriptionRoutes(app: App, game: Game): void {
  const { db, billing, now } = game;

  const verified: { path: string; plan: Plan }[] = [
    { path: '/payments/subscription/airtime/verify/:phone', plan: 'weekly' },
    { path: '/payments/subscription/ondemand/airtime/verify/:phone', plan: 'daily' },
  ];
  for (const { path, plan } of verified) {
    app.get(
      path,
      { schema: { params, querystring: proofQuerySchema, response: replies.user } },
      async (request) => {
        const { proof } = request.query;
        const caller = await requireCaller(game, request, request.params.phone, proof);
        const { phone, playerId } = caller;
        if (playerId === null) return unknownNumber(game, phone);
        const answer = await billing.verify(phone, plan);
        const period = runningPeriod(answer, now());
        if (period === null) return operatorNo(answer);
        // Safe to repeat without a key: a period is credited once, however often it is seen.
        await db
          .transaction()
          .execute((trx) => takeOverPeriod(trx, { phone, playerId }, period, now()));
        return revealNumber(game, caller);
      },
    );
  }

  app.get(
    '/payments/subscribe/airtime/:phone',
    { schema: { params, querystring: subscribeQuery, response: replies.subscribe } },
    async (request) => {
      const { plan, proof } = request.query;
      const caller = await findSubscriber(game, request, request.params.phone, proof);
      const { phone, playerId } = caller;
      const call = callOf(request, nameOf(caller));
      if ((await keptReply(db, call)) !== null) return subscribed(game, caller);
      const charge = { phone, playerId, plan, reference: chargeReference(call) };
      const reference = await claimCharge(db, charge, now());
      // Whether a number without an account has a plan already, only the operator knows.
      if (playerId === null && (await hasPlan(game, phone))) {
        await endCharge(db, phone, reference);
        return subscribed(game, caller);
      }
      const answer = await billing.subscribe(phone, plan, reference);
      const period = runningPeriod(answer, now());
      if (period === null) {
        // Only an end that is known is forgotten: the next tap goes on with a pending charge.
        if (answer.outcome !== 'pending') await endCharge(db, phone, reference);
        return operatorNo(answer);
      }
      await once(game, call, async (trx) => {
        // Without an account the first verify credits it.
        if (playerId !== null) await takeOverPeriod(trx, { phone, playerId }, period, now());
        await endCharge(trx, phone, reference);
        return {};
      });
      return subscribed(game, caller);
    },
  );
}

/** Who subscribes a number; under `open` anybody can while it has no account (accounts §4). */
async function findSubscriber(
  game: Game,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
): Promise<Caller> {
  const isFree = game.config.signInPolicy === 'open' && request.headers.authorization === undefined;
  if (isFree) {
    const phone = readPhone(given);
    if ((await findPlayer(game.db, phone)) === null)
      return { phone, playerId: null, session: null };
  }
  return requireCaller(game, request, given, proof);
}

async function hasPlan({ billing, now }: Game, phone: string): Promise<boolean> {
  for (const plan of ['weekly', 'daily'] as const) {
    if (runningPeriod(await billing.verify(phone, plan), now()) !== null) return true;
  }
  return false;
}

async function subscribed(game: Game, caller: Caller) {
  return caller.playerId === null ? { status: true, data: null } : revealNumber(game, caller);
}

function runningPeriod(answer: AirtimeAnswer, now: number) {
  return answer.outcome === 'active' && answer.period.endsAt > now ? answer.period : null;
}

function operatorNo(answer: AirtimeAnswer) {
  const no = OPERATOR_NO[answer.outcome === 'active' ? 'none' : answer.outcome];
  return { status: false, data: null, ...no };
}

/** What a new charge is known by to the provider: the same for every sending of the same call. */
function chargeReference({ scope, key }: Call): string {
  if (key === null) return `FM-${randomUUID()}`;
  return `FM-${createHash('sha256').update(`${scope} ${key}`).digest('base64url')}`;
}
