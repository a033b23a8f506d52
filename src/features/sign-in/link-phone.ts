import { plainDigits } from '../../rules/numbers.ts';
import { readTypedPhone } from '../../rules/phone.ts';

/** Digits and what people write between them, but no letters; nothing longer is a phone. */
const WRITTEN = /^[^\p{L}_]{1,40}$/u;

/**
 * A link's phone in its stored form, else `null`: in any form that the phone fields take
 * (flows.md#typed-numbers). Where those cut, since it is seen there, what is too long is no number here.
 */
export function readLinkPhone(given: string): string | null {
  const written = plainDigits(given);
  if (!WRITTEN.test(written)) return null;
  const digits = written.replace(/\D/g, '').replace(/^(00)?234(?=\d{10})/, '');
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}
