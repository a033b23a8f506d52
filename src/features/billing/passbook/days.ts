import type { PassbookRow } from '../../../contract/payments.ts';
import { dayText } from '../../../lib/time.ts';
import { DAY_MS, lagosDate } from '../../../rules/calendar.ts';

/** A day's movements: what the day is called, and what stands beside that. */
export type Day = { date: string; name: string; aside: string; rows: PassbookRow[] };

/** Rows by their day in Lagos, in the order they come; `now` in epoch milliseconds. */
export function daysOf(rows: readonly PassbookRow[], now: number): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const date = lagosDate(Date.parse(row.at));
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, ...namesOf(date, Date.parse(row.at), now), rows: [row] });
  }
  return days.map((day) => ({ ...day, aside: day.aside || movements(day.rows.length) }));
}

function namesOf(date: string, at: number, now: number): { name: string; aside: string } {
  const day = dayText(at, now);
  if (date === lagosDate(now)) return { name: 'Today', aside: day };
  if (date === lagosDate(now - DAY_MS)) return { name: 'Yesterday', aside: day };
  return { name: day, aside: '' };
}

function movements(count: number): string {
  return count === 1 ? '1 movement' : `${count} movements`;
}
