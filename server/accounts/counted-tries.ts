import type { FastifyRequest } from 'fastify';
import { countTry } from '../http/address-limits.ts';
import type { IdempotentCall } from '../http/idempotency.ts';
import type { Services } from '../services.ts';
import { idsFor } from './challenges.ts';
import { isOpenChallenge, type TryOutcome, tryCode } from './code-tries.ts';

/**
 * Tries a code as `tryCode` does, and counts it for the asking network where it reaches a challenge
 * that waits for one: others' junk must lock nobody of the network out. Throws Refusal 429
 * `rate/limited` besides.
 */
export async function tryCounted(
  services: Services,
  request: FastifyRequest,
  { id, code }: { id: string; code: string },
  call: IdempotentCall,
): Promise<TryOutcome> {
  const attempt = () => tryCode(services, { id, code, idOf: idsFor(services, request) }, call);
  if (!(await isOpenChallenge(services, id))) return attempt();
  return countTry(services, request, attempt, (tried) => 'phone' in tried);
}
