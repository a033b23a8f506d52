import { createHmac, randomBytes } from 'node:crypto';
import { linkForm } from './entries.ts';

export const OPERATOR_PROOF_SECRET = 'the operator of the tests signs with this';

type Signing = { ageSeconds?: number; secret?: string };

/** The operator's gateway adds this to the links of a number. */
export function proofOf(
  phone: string,
  { ageSeconds = 0, secret = OPERATOR_PROOF_SECRET }: Signing = {},
): string {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const claim = `v1.${linkForm(phone)}.${seconds}.${randomBytes(12).toString('base64url')}`;
  return `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`;
}

export const signedLink = (phone: string, proof = proofOf(phone), entry = 'login') =>
  `/${entry}?msisdn=${linkForm(phone)}&proof=${proof}`;
