import { serverTime } from '../../../lib/server-clock.ts';
import { monthText } from '../../../lib/time.ts';

/** `November` of `2026-11`, with its year in another one; what is no month is named as it stands. */
export function monthName(month: string): string {
  const middle = Date.parse(`${month}-15`);
  return Number.isNaN(middle) ? month : monthText(middle, serverTime());
}

/** The month so many after another, both as `2026-11`. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 15)).toISOString().slice(0, 7);
}
