import type { FastifyRequest } from 'fastify';
import type { CodeAnswer } from '../../src/contract/user.ts';
import { Refusal } from '../http/errors.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { startChallenge } from './challenges.ts';
import { codeExpired, tryCode, wrongCode } from './code-tries.ts';
import { type PlayerSession, signedInWithin } from './sessions.ts';

/** How long a sign-in shows that it is the player who asks. */
const FRESH_MS = 15 * 60_000;

type Asking = { session: PlayerSession; answer: CodeAnswer; call: IdempotentCall };

/**
 * Asks who does what can't be undone to show afresh that the number is theirs, by the policy: a
 * sign-in of these 15 minutes, or a code in place (flows.md#fresh-proof). Gives the 'no' to answer
 * with, `null` once it is shown. Throws Refusal 403 `session/not-fresh`, and what sending and trying a
 * code throw.
 */
export async function askForFreshProof(
  services: Services,
  request: FastifyRequest,
  { session, answer, call }: Asking,
) {
  const { config, now } = services;
  if (config.signInPolicy === 'open') return null;
  if (signedInWithin(session, FRESH_MS, now())) return null;
  if (config.signInPolicy === 'otp') {
    return askForCode(services, request, { session, answer, call });
  }
  const message = "Open the game through your network's link first, so that we know it is you";
  throw new Refusal(403, 'session/not-fresh', message);
}

async function askForCode(
  services: Services,
  request: FastifyRequest,
  { session, answer, call }: Asking,
) {
  const { phone } = await services.db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', session.playerId)
    .executeTakeFirstOrThrow();
  const { challenge: id, code } = answer;
  if (id === undefined || code === undefined) {
    const challenge = await startChallenge(services, request, phone);
    const message = 'Enter the code that we sent to your number';
    return { status: false, data: null, message, code: 'user/challenge', meta: { challenge } };
  }
  const digits = code.replaceAll(/[\s-]/g, '');
  const outcome = await tryCode(services, request, { id, code: digits }, call);
  if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
  // A code shows one number to be somebody's, no other.
  if (outcome.phone !== phone) throw codeExpired();
  return null;
}
