import { digitsOf, plainDigits } from './numbers.ts';

/** The message for a wrong number of digits (sign-in.md#typed-numbers). */
export const PHONE_LENGTH_MESSAGE = 'Phone number must be 10 or 11 digits';

/**
 * The message for ten or eleven digits that are no Nigerian mobile number
 * (sign-in.md#typed-numbers).
 */
export const PHONE_FORM_MESSAGE = 'Enter a Nigerian mobile number, like 0803 000 0000';

/**
 * The result of reading a typed number: the phone number as it is stored and sent (234 and ten
 * digits), or a message that says what is wrong.
 */
export type PhoneReading = { phone: string } | { message: string };

/**
 * Whether a value has the 0-form of a Nigerian mobile number: 0, a digit from 7 to 9, 0 or 1, and 8
 * or 9 more digits (sign-in.md#mobile-numbers). The first 0 may be missing. A string with fewer
 * than 5 characters never has this form.
 */
export function isNigerianMobile(value: string | number): boolean {
  const text = String(value);
  if (typeof value === 'string' && text.length < 5) return false;
  const bare = text.replaceAll(' ', '');
  const zeroForm = bare.startsWith('0') ? bare : `0${bare}`;
  return /^0[7-9][01]\d\d{7,8}$/.test(zeroForm);
}

/**
 * Digits in the 234 form, by the rule of sign-up (sign-in.md#typed-numbers). A leading 0 becomes
 * 234, and digits with a leading 2 are unchanged. All other digits get 234 in front.
 */
export function to234Form(digits: string): string {
  if (digits.startsWith('0')) return `234${digits.slice(1)}`;
  if (digits.startsWith('2')) return digits;
  return `234${digits}`;
}

/**
 * Reads 10 or 11 typed digits of any script, ignoring spaces. Gives the phone number as it is
 * stored, or a message that says what is wrong (sign-in.md#typed-numbers).
 */
export function readTypedPhone(typed: string): PhoneReading {
  const digits = plainDigits(typed).replaceAll(' ', '');
  if (!/^\d{10,11}$/.test(digits)) return { message: PHONE_LENGTH_MESSAGE };
  const phone = to234Form(digits);
  if (!isNigerianMobile(digits) || !isStoredPhone(phone)) return { message: PHONE_FORM_MESSAGE };
  return { phone };
}

/** The number of digits in the 0-form of a phone number. */
export const ZERO_FORM_DIGITS = 11;

/**
 * The digits of the 0-form of a typed or pasted number in any usual form. Surplus digits are cut
 * off. For example, `+234 803 000 0000`, `0803-000-0000` and `8030000000` give `08030000000`
 * (payments.md#mobile-money).
 */
export function toZeroForm(typed: string): string {
  const digits = digitsOf(typed).replace(/^(00)?2340?/, '0');
  const whole = /^[7-9]\d{9}$/.test(digits) ? `0${digits}` : digits;
  return whole.slice(0, ZERO_FORM_DIGITS);
}

/**
 * Whether a value is a phone number as it is stored and used in links: 234 and ten digits
 * (sign-in.md#stored-numbers).
 */
export function isStoredPhone(value: string): boolean {
  return /^234[7-9][01]\d{8}$/.test(value);
}

/**
 * A stored phone number as players read it: `0803 000 0000`. Any other text is unchanged
 * (sign-in.md#stored-numbers).
 */
export function formatPhone(phone: string): string {
  return isStoredPhone(phone) ? phone.replace(/^234(...)(...)/, '0$1 $2 ') : phone;
}

/** The digits of a stored phone number after its 234. */
export function nationalDigits(phone: string): string {
  return phone.replace(/^234/, '');
}
