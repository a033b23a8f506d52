import { EMAIL_FAULT, isEmail, isStandInEmail } from '../../src/rules/players.ts';
import { Refusal } from '../http/errors.ts';

/** An email as it is kept, of somebody who can be written to. Throws Refusal 422 `email/invalid`. */
export function readEmail(given: string): string {
  const email = given.trim();
  if (!isEmail(email) || isStandInEmail(email)) {
    throw new Refusal(422, 'email/invalid', EMAIL_FAULT);
  }
  return email;
}

/**
 * Refuses an account that has no more than a stand-in (flows.md#stand-in-email): 422
 * `email/invalid`.
 */
export function requireEmail(kept: string): void {
  if (isStandInEmail(kept)) throw new Refusal(422, 'email/invalid', EMAIL_FAULT);
}
