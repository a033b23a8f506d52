import type { FastifyRequest } from 'fastify';
import { getUser, postUser } from '../../src/contract/endpoints/users.ts';
import type { NewUser, SentArrival } from '../../src/contract/user.ts';
import type { NetworkId } from '../../src/rules/networks.ts';
import { countArrival } from '../accounts/arrivals.ts';
import { startChallenge } from '../accounts/challenges.ts';
import { startFromTrace } from '../accounts/deleted-numbers.ts';
import { checkNewPlayer, createPlayer } from '../accounts/new-player.ts';
import { findPlayer, readPhone, readUser } from '../accounts/players.ts';
import { findPrincipal, PROOF_NEEDED, proofRefusal } from '../accounts/principals.ts';
import { passesProof } from '../accounts/proofs.ts';
import { openSession } from '../accounts/sessions.ts';
import { creditPaidPeriods } from '../accounts/subscriptions.ts';
import { callOf, keptReply, onceTold } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { seenPrincipal } from '../my-data/unseen.ts';
import type { Services } from '../services.ts';
import { revealNumber } from './look-up.ts';
import { route } from './route.ts';

/** Looking a player up by phone, and creating one, by the policy (flows.md#sign-in-policies). */
export function userRoutes(app: App, services: Services): void {
  route(app, getUser, (request) => lookUp(services, request, request.params.phone, request.query));
  route(app, postUser, (request) => create(services, request, request.body));
}

async function lookUp(
  services: Services,
  request: FastifyRequest,
  given: string,
  { proof, ...arrival }: { proof?: string | undefined } & SentArrival,
) {
  const speaks = await findPrincipal(services, request, given, proof);
  const principal = await seenPrincipal(services, speaks);
  if (principal !== null) return revealNumber(services, request, principal, arrival);
  const phone = readPhone(given);
  switch (services.config.signInPolicy) {
    case 'open': {
      // Signing in by number alone is what this policy means.
      const playerId = await findPlayer(services.db, phone);
      return revealNumber(services, request, { phone, playerId, session: null }, arrival);
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
  const { reply, isRepeat } = kept
    ? { reply: kept, isRepeat: true }
    : await onceTold(services, call, async (trx) => {
        const playerId = await createPlayer(trx, player, now(), provenNetwork(services, proof));
        await startFromTrace(trx, services, { playerId, phone: player.phone });
        const prices = services.config.prices.plans.airtime;
        await creditPaidPeriods(trx, { phone: player.phone, playerId, prices }, now());
        return { playerId };
      });
  if (!isRepeat) await countArrival(services, request, 'sign_ups', fields);
  const { playerId } = reply;
  const data = await readUser(db, playerId, now());
  // By number alone nothing shows that a repeat is of the same phone: it gets no session.
  if (isOpen && isRepeat) return { status: true, data };
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
