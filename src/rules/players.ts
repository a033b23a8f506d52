import { lagosDate } from './calendar.ts';

/** The longest username and nickname, in characters (game.md#usernames). */
export const USERNAME_MAX = 10;

/** The least age for paid contests and payouts, in years (game.md#age). */
export const ADULT_AGE_YEARS = 18;

/**
 * Whether somebody born on a day (`2008-11-18`) is an adult at an instant (epoch ms): from 00:00 in
 * Lagos of the birthday on; who was born on 29 February has it on 1 March in other years
 * (game.md#age).
 */
export function isAdult(dob: string, now: number): boolean {
  const [year = '', ...monthAndDay] = dob.split('-');
  const birthday = [Number(year) + ADULT_AGE_YEARS, ...monthAndDay].join('-');
  // 29 February sorts before 1 March, whether the year has it or not.
  return lagosDate(now) >= birthday;
}

/** The ages that a date of birth can say, in years: others are slips of the finger. */
const AGES = { from: 5, to: 120 } as const;

/**
 * Whether a text is the day of birth (`2008-11-18`) of somebody who lives and can read at an instant
 * (epoch ms): a day that the calendar has, 5 to 120 years ago (game.md#age).
 */
export function isBirthday(text: string, now: number): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // 30 February is read as a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return false;
  const [year = '', ...monthAndDay] = lagosDate(now).split('-');
  const yearsAgo = (years: number) => [Number(year) - years, ...monthAndDay].join('-');
  return text <= yearsAgo(AGES.from) && text > yearsAgo(AGES.to + 1);
}

/**
 * When somebody born on a day (`2008-11-18`) comes of age, in epoch milliseconds: noon of that day;
 * `null` where they are an adult at `now` (epoch ms), or the text is no day of birth (game.md#age).
 */
export function comesOfAgeAt(dob: string | null, now: number): number | null {
  if (dob === null || !isBirthday(dob, now) || isAdult(dob, now)) return null;
  const [year = 0, month = 1, day = 1] = dob.split('-').map(Number);
  // 29 February is 1 March in other years.
  return Date.UTC(year + ADULT_AGE_YEARS, month - 1, day, 12);
}

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
