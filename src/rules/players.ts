/** The longest username and nickname, in characters (game.md#usernames). */
export const USERNAME_MAX = 10;

/** The least age for paid contests and payouts, in years (game.md#age). */
export const ADULT_AGE_YEARS = 18;

/** Digits of the code that shows whose number it is. */
export const CODE_DIGITS = 6;

/** Digits of a bank account's number (flows.md#bank-account). */
export const ACCOUNT_DIGITS = 10;

/** Letters by their class that show nothing: a name of them would be a blank row. */
const BLANK_LETTERS = /[\u115f\u1160\u3164\uffa0\u2800]/g;

/**
 * A username as it is kept: outer spaces gone, inner ones single. `null` if it is empty, over 10
 * characters, or holds control or direction marks that would garble a board (game.md#usernames).
 */
export function readUsername(typed: string): string | null {
  const name = typed.trim().replace(/\s+/g, ' ');
  const length = [...name].length;
  if (length < 1 || length > USERNAME_MAX || /[\p{C}<>&"]/u.test(name)) return null;
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name.replace(BLANK_LETTERS, ''))) return null;
  return name;
}

/** Whether it has something, an at-sign, a dotted domain and no space (flows.md#get-started). */
export function isEmail(typed: string): boolean {
  return (
    typed.length <= 254 &&
    !/[\p{C}<>]/u.test(typed.trim()) &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed.trim())
  );
}

export const EMAIL_FAULT = 'Enter an email like ada@example.com';

/** Behind the at-sign of an account that was made without asking: no mail goes there (RFC 2606). */
const STAND_IN_DOMAIN = 'phone.invalid';

/** The email of a player who came by a link and was not asked for one (flows.md#stand-in-email). */
export function standInEmail(phone: string): string {
  return `${phone}@${STAND_IN_DOMAIN}`;
}

/** Whether an email only stands in for one that is not given yet (flows.md#stand-in-email). */
export function isStandInEmail(email: string): boolean {
  return email.endsWith(`@${STAND_IN_DOMAIN}`);
}
