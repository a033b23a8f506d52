import { digitsOf, plainDigits } from './numbers.ts';

/** The message for a wrong number of digits (sign-in.md#typed-numbers). */
export const PHONE_LENGTH_MESSAGE = 'Phone number must be 10 or 11 digits';

/**
 * The message for ten or eleven digits that are no Nigerian mobile number
 * (sign-in.md#typed-numbers).
 */
export const PHONE_FORM_MESSAGE = 'Enter a Nigerian mobile number, like 0803 000 0000';

/** A phone number as it is stored and sent: 234 and ten digits. */
export type PhoneReading = { phone: string } | { message: string };

/**
 * Whether a number, or a string of 5 characters or more, has the 0-form of a Nigerian mobile: 0, 7
 * to 9, 0 or 1, any digit, 7 or 8 digits (sign-in.md#mobile-numbers).
 */
export function isNigerianMobile(value: string | number): boolean {
  const text = String(value);
  if (typeof value === 'string' && text.length < 5) return false;
  const bare = text.replaceAll(' ', '');
  const zeroForm = bare.startsWith('0') ? bare : `0${bare}`;
  return /^0[7-9][01]\d\d{7,8}$/.test(zeroForm);
}

/**
 * The sign-up rule (sign-in.md#typed-numbers): digits to the 234 form. A leading 0 becomes 234, a
 * leading 2 is kept, anything else gets 234 in front.
 */
export function to234Form(digits: string): string {
  if (digits.startsWith('0')) return `234${digits.slice(1)}`;
  if (digits.startsWith('2')) return digits;
  return `234${digits}`;
}

/**
 * Reads 10 or 11 typed digits of any script, ignoring spaces, as a stored phone, or says why not
 * (sign-in.md#typed-numbers).
 */
export function readTypedPhone(typed: string): PhoneReading {
  const digits = plainDigits(typed).replaceAll(' ', '');
  if (!/^\d{10,11}$/.test(digits)) return { message: PHONE_LENGTH_MESSAGE };
  const phone = to234Form(digits);
  if (!isNigerianMobile(digits) || !isStoredPhone(phone)) return { message: PHONE_FORM_MESSAGE };
  return { phone };
}

/** The number of digits in the 0-form. */
export const ZERO_FORM_DIGITS = 11;

/**
 * Typed or pasted text, in any usual form, as the digits of the 0-form, cut off if there are too
 * many: `+234 803 000 0000`, `0803-000-0000` and `8030000000` are `08030000000`
 * (payments.md#mobile-money).
 */
export function toZeroForm(typed: string): string {
  const digits = digitsOf(typed).replace(/^(00)?2340?/, '0');
  const whole = /^[7-9]\d{9}$/.test(digits) ? `0${digits}` : digits;
  return whole.slice(0, ZERO_FORM_DIGITS);
}

/** Whether a value is 234 and ten digits, as stored and in links (sign-in.md#stored-numbers). */
export function isStoredPhone(value: string): boolean {
  return /^234[7-9][01]\d{8}$/.test(value);
}

/**
 * A stored phone as players read it: `0803 000 0000`; any other text unchanged
 * (sign-in.md#stored-numbers).
 */
export function formatPhone(phone: string): string {
  return isStoredPhone(phone) ? phone.replace(/^234(...)(...)/, '0$1 $2 ') : phone;
}

/** A stored phone as it is typed after +234: without its 234. */
export function nationalDigits(phone: string): string {
  return phone.replace(/^234/, '');
}
