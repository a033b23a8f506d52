import { readTypedPhone } from '../../rules/phone.ts';

/** Nothing longer is a phone, however it is written. */
const LONGEST = 40;

/** Digits, and what people write between them: spaces, dashes, dots, brackets, a plus, signs that nobody sees. */
const WRITTEN = /^[\d\p{P}\p{Z}\p{Cf}+]+$/u;

/**
 * A link's phone in its stored form, else `null`: in any form that the phone fields take
 * (flows.md#typed-numbers). Where those cut, since it is seen there, what is too long is no number here.
 */
export function readLinkPhone(given: string): string | null {
  if (given.length > LONGEST || !WRITTEN.test(given)) return null;
  const digits = given.replace(/\D/g, '').replace(/^(00)?234(?=\d{10})/, '');
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}
