import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../../src/rules/calendar.ts';
import { isStoredPhone } from '../../../src/rules/phone.ts';
import { hmac, isSameText, sha256 } from '../../crypto/hash.ts';
import type { Sign } from '../../crypto/signatures.ts';
import { callOf } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';

/** How long the operator's signature of a number is valid after it was made. */
export const OPERATOR_PROOF_LIFE_MS = 5 * MINUTE_MS;
/** How far the operator's clock may be ahead of ours. */
const CLOCK_SKEW_MS = MINUTE_MS;
/** For this time a call may be repeated after it used something up, because its reply may have been lost. */
export const REPEAT_MS = MINUTE_MS;
/** How long our own proof of a number is valid. */
export const NUMBER_PROOF_LIFE_MS = 10 * MINUTE_MS;

const OPERATOR_PROOF = /^v1\.(\d{13})\.(\d{1,12})\.([\w-]{8,64})\.([\w-]{43})$/;
const NUMBER_PROOF = /^n1\.(\d{13})\.(\d{1,16})\.([\w-]{43})$/;

/**
 * Makes our own proof of a number: whoever has it has shown that the number is theirs, and can create its
 * account. It can be used for any number of calls, because a lost reply must not cost another code.
 */
export function makeNumberProof(sign: Sign, phone: string, now: number): string {
  const stated = `n1.${phone}.${now + NUMBER_PROOF_LIFE_MS}`;
  return `${stated}.${sign('proof', stated)}`;
}

/** The operator's proof that each running call has used up. */
const takenProofs = new WeakMap<FastifyRequest, string>();

/**
 * Whether a proof shows that a request comes from a stored phone. The proof is our own, or the operator's
 * (`v1.<msisdn>.<unix seconds>.<nonce>.<signature>`). An operator's proof is used up by the call; only this
 * call may be repeated with its key within a minute.
 */
export async function passesProof(
  services: Pick<Services, 'db' | 'config' | 'sign' | 'now'>,
  request: FastifyRequest,
  phone: string,
  proof: string | undefined,
): Promise<boolean> {
  if (proof === undefined || !isStoredPhone(phone)) return false;
  if (isNumberProof(services, phone, proof)) return true;
  return isOperatorProof(services, phone, proof) && takeProof(services, request, phone, proof);
}

/** Whether a proof is our own proof of this number and still valid. */
export function isNumberProof(
  { sign, now }: Pick<Services, 'sign' | 'now'>,
  phone: string,
  proof: string | undefined,
): proof is string {
  const [, number, expiresAt, signature = ''] = NUMBER_PROOF.exec(proof ?? '') ?? [];
  return (
    number === phone &&
    Number(expiresAt) > now() &&
    isSameText(signature, sign('proof', `n1.${number}.${expiresAt}`))
  );
}

/**
 * A hook that makes the operator's proof valid again after a refusal or a 'no' without data, so that the
 * player's next try needs no new link.
 */
export function giveProofBack({ db }: Pick<Services, 'db'>) {
  return async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
    const proofHash = takenProofs.get(request);
    if (proofHash === undefined || !isEmptyNo(payload)) return payload;
    try {
      await db.deleteFrom('used_proofs').where('proof_hash', '=', proofHash).execute();
    } catch (err) {
      request.log.error({ err }, 'a proof could not be given back');
    }
    return payload;
  };
}

function isEmptyNo(payload: unknown): boolean {
  const { status, meta } = (payload ?? {}) as { status?: unknown; meta?: unknown };
  return status === false && meta === undefined;
}

function isOperatorProof(
  { config, now }: Pick<Services, 'config' | 'now'>,
  phone: string,
  proof: string,
): boolean {
  const secret = config.operatorProofSecret;
  const [, number, seconds, nonce, signature = ''] = OPERATOR_PROOF.exec(proof) ?? [];
  if (secret === null || number !== phone) return false;
  const age = now() - Number(seconds) * 1000;
  if (age >= OPERATOR_PROOF_LIFE_MS || age < -CLOCK_SKEW_MS) return false;
  return isSameText(signature, hmac(secret, `v1.${number}.${seconds}.${nonce}`));
}

/** Uses a proof up; `false` if another call has used it. */
async function takeProof(
  { db, sign, now }: Pick<Services, 'db' | 'sign' | 'now'>,
  request: FastifyRequest,
  phone: string,
  proof: string,
): Promise<boolean> {
  const { key, scope } = callOf(request, `number ${phone}`);
  const usedBy = key === null ? null : sign('call', `${scope} ${key}`);
  const proofHash = sha256(proof);
  const taken = await db
    .insertInto('used_proofs')
    .values({ proof_hash: proofHash, used_by: usedBy, used_at: new Date(now()) })
    .onConflict((conflict) => conflict.column('proof_hash').doNothing())
    .returning('proof_hash')
    .executeTakeFirst();
  if (taken) {
    takenProofs.set(request, proofHash);
    return true;
  }
  const earlier = await db
    .selectFrom('used_proofs')
    .select(['used_by', 'used_at'])
    .where('proof_hash', '=', proofHash)
    .executeTakeFirst();
  return (
    usedBy !== null && earlier?.used_by === usedBy && now() - earlier.used_at.getTime() < REPEAT_MS
  );
}
