import { isStoredPhone, readTypedPhone } from '../../rules/phone.ts';

/** Nothing longer is a phone, however it is written. */
const LONGEST = 20;

/**
 * A phone as links and other entries bring it: 234 and ten digits, with or without a plus (which a
 * query turns into a space), or as it is typed.
 * @returns the phone as it is stored and sent; `null` for anything else
 */
export function readLinkPhone(given: string): string | null {
  if (given.length > LONGEST) return null;
  const digits = given.trim().replace(/^\+/, '');
  if (isStoredPhone(digits)) return digits;
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}
