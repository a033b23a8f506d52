import { isStoredPhone, readTypedPhone } from '../../rules/phone.ts';

/** Nothing longer is a phone, however it is written. */
const LONGEST = 20;

/**
 * A link's phone in its stored form, else `null`: 234 and ten digits, with or without a plus (which
 * a query turns into a space), or as it is typed.
 */
export function readLinkPhone(given: string): string | null {
  if (given.length > LONGEST) return null;
  const digits = given.trim().replace(/^\+/, '');
  if (isStoredPhone(digits)) return digits;
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}
