import type { FastifyRequest } from 'fastify';
import type { NewBankAccount } from '../../src/contract/banks.ts';
import { countTry } from '../http/address-limits.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { startChallenge } from './challenges.ts';
import { tryCode, wrongCode } from './code-tries.ts';
import { proofRefusal } from './principals.ts';
import { NUMBER_PROOF_LIFE_MS } from './proofs.ts';
import type { PlayerSession } from './sessions.ts';

type Changing = { session: PlayerSession; body: NewBankAccount; call: IdempotentCall };

/**
 * Asks whoever changes a bank account to show afresh that the number is theirs, by the policy: a
 * code, or a sign-in by the operator's link of these ten minutes (flows.md#bank-account). Gives the
 * 'no' to answer with, `null` once it is shown. Throws Refusal 403 `user/proof-needed`, and what
 * sending and trying a code throw.
 */
export async function askForProof(
  services: Services,
  request: FastifyRequest,
  { session, body, call }: Changing,
) {
  switch (services.config.signInPolicy) {
    case 'open':
      return null;
    case 'operator':
      if (await isFresh(services, session)) return null;
      throw proofRefusal();
    case 'otp':
      return askForCode(services, request, { session, body, call });
  }
}

async function askForCode(
  services: Services,
  request: FastifyRequest,
  { session, body, call }: Changing,
) {
  const { phone } = await services.db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', session.playerId)
    .executeTakeFirstOrThrow();
  const { challenge: id, code } = body;
  if (id === undefined || code === undefined) {
    const challenge = await startChallenge(services, request, phone);
    const message = 'Enter the code that we sent to your number';
    return { status: false, data: null, message, code: 'user/challenge', meta: { challenge } };
  }
  const digits = code.replaceAll(/[\s-]/g, '');
  const attempt = () => tryCode(services, id, digits, call);
  const outcome = await countTry(services, request, attempt, (tried) => 'phone' in tried);
  if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
  // A code shows one number to be somebody's, no other.
  if (outcome.phone !== phone) throw proofRefusal();
  return null;
}

/** Whether a session's sign-in is of these minutes, however often its token was replaced. */
async function isFresh(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { family }: PlayerSession,
): Promise<boolean> {
  const { since } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .where('family', '=', family)
    .executeTakeFirstOrThrow();
  return since !== null && now() - since.getTime() < NUMBER_PROOF_LIFE_MS;
}
