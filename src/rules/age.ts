import { lagosDate } from './calendar.ts';
import { ADULT_AGE_YEARS } from './players.ts';

/**
 * Whether somebody born on `dob` (such as `2008-11-18`) is an adult at `now` (epoch ms). They are
 * an adult from 00:00 in Lagos on their 18th birthday. A birthday on 29 February falls on 1 March
 * in years without that day (game.md#age).
 */
export function isAdult(dob: string, now: number): boolean {
  const [year = '', ...monthAndDay] = dob.split('-');
  const birthday = [Number(year) + ADULT_AGE_YEARS, ...monthAndDay].join('-');
  // As a text, 29 February sorts before 1 March, even in a year without that day.
  return lagosDate(now) >= birthday;
}

/**
 * The lowest and the highest age that a date of birth may give, in years. Any other age is a typing
 * mistake.
 */
const AGES = { from: 5, to: 120 } as const;

/**
 * Whether a text is a possible date of birth (such as `2008-11-18`) at `now` (epoch ms): a day that
 * the calendar has, 5 to 120 years ago (game.md#age).
 */
export function isBirthday(text: string, now: number): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // `Date` reads 30 February as a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return false;
  const [year = '', ...monthAndDay] = lagosDate(now).split('-');
  const yearsAgo = (years: number) => [Number(year) - years, ...monthAndDay].join('-');
  return text <= yearsAgo(AGES.from) && text > yearsAgo(AGES.to + 1);
}

/**
 * The instant at which somebody born on `dob` (such as `2008-11-18`) comes of age, in epoch
 * milliseconds: noon of that day. `null` for somebody who is an adult at `now` (epoch ms) and for a
 * text that is no date of birth (game.md#age).
 */
export function comesOfAgeAt(dob: string | null, now: number): number | null {
  if (dob === null || !isBirthday(dob, now) || isAdult(dob, now)) return null;
  const [year = 0, month = 1, day = 1] = dob.split('-').map(Number);
  // `Date.UTC` turns 29 February into 1 March in years without that day.
  return Date.UTC(year + ADULT_AGE_YEARS, month - 1, day, 12);
}
