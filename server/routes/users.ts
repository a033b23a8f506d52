import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  lookUpReplySchema,
  type NewUser,
  newUserSchema,
  proofQuerySchema,
  userReplySchema,
} from '../../src/contract/user.ts';
import type { NetworkId } from '../../src/rules/networks.ts';
import { findCaller, PROOF_NEEDED, proofRefusal } from '../accounts/callers.ts';
import { startChallenge } from '../accounts/challenges.ts';
import { revealNumber } from '../accounts/look-up.ts';
import {
  checkNewPlayer,
  createPlayer,
  findPlayer,
  readPhone,
  readUser,
} from '../accounts/players.ts';
import { passesProof } from '../accounts/proofs.ts';
import { openSession } from '../accounts/sessions.ts';
import { creditPaidPeriods } from '../accounts/subscriptions.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';

/** Looking a player up by phone, and creating one (accounts §7), by the policy (decision 31). */
export function userRoutes(app: App, services: Services): void {
  app.get(
    '/user/:phone',
    {
      schema: {
        params: v.object({ phone: v.string() }),
        querystring: proofQuerySchema,
        response: { 200: lookUpReplySchema },
      },
    },
    (request) => lookUp(services, request, request.params.phone, request.query.proof),
  );

  for (const path of ['/user', '/user/']) {
    const schema = { body: newUserSchema, response: { 200: userReplySchema } };
    app.post(path, { schema }, (request) => create(services, request, request.body));
  }
}

async function lookUp(
  services: Services,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
) {
  const caller = await findCaller(services, request, given, proof);
  if (caller !== null) return revealNumber(services, caller);
  const phone = readPhone(given);
  switch (services.config.signInPolicy) {
    case 'open': {
      // Signing in by number alone is what this policy means.
      const playerId = await findPlayer(services.db, phone);
      return revealNumber(services, { phone, playerId, session: null });
    }
    case 'operator':
      return { status: false, data: null, ...PROOF_NEEDED };
    case 'otp': {
      const challenge = await startChallenge(services, request, phone);
      const message = 'Enter the code that we sent to this number';
      return { status: false, data: null, message, code: 'user/challenge', meta: { challenge } };
    }
  }
}

async function create(services: Services, request: FastifyRequest, { proof, ...fields }: NewUser) {
  const { db, now } = services;
  const isOpen = services.config.signInPolicy === 'open';
  const player = checkNewPlayer(fields);
  if (!isOpen && !(await passesProof(services, request, player.phone, proof))) throw proofRefusal();
  const call = callOf(request, `number ${player.phone}`);
  const kept = await keptReply<{ playerId: number }>(db, call);
  let isNew = false;
  const { playerId } =
    kept ??
    (await once(services, call, async (trx) => {
      isNew = true;
      const playerId = await createPlayer(trx, player, now(), provenNetwork(services, proof));
      await creditPaidPeriods(trx, { phone: player.phone, playerId }, now());
      return { playerId };
    }));
  const data = await readUser(db, playerId, now());
  // By number alone nothing shows that a repeat is of the same phone: it gets no session.
  if (isOpen && !isNew) return { status: true, data };
  return { status: true, data, meta: { token: await openSession(db, playerId, now()) } };
}

/** The network of a number that its operator has signed; a proof that has passed is given. */
function provenNetwork({ config }: Services, proof: string | undefined): NetworkId | undefined {
  const { signInPolicy, operatorNetwork } = config;
  // Under `operator` our own proofs come out of the operator's alone, under `otp` mostly of codes.
  const isSigned =
    signInPolicy === 'operator' || (signInPolicy === 'otp' && proof?.startsWith('v1.'));
  return isSigned ? (operatorNetwork ?? undefined) : undefined;
}
