import { DAY_MS, HOUR_MS, lagosDate, monthOf, type Period } from './calendar.ts';
import { type PrizeRow, type PrizeTable, prizeRows, raffleTicketsFor } from './prizes.ts';

/**
 * A month of the raffle, from one close to the next. It is named after the calendar month in which
 * it closes, such as `2026-11`.
 */
export type RaffleMonth = Period & { month: string };

const LAST_CLOSING_DAY = 29;
const CLOSING_MS_OF_DAY = 13 * HOUR_MS;

/**
 * The raffle month that contains the instant `at` (epoch ms). It ends at the close
 * (game.md#raffles-month).
 */
export function raffleMonthOf(at: number): RaffleMonth {
  const calendar = monthOf(at);
  const closing = at < closeIn(calendar) ? calendar : monthOf(calendar.endsAt);
  return {
    month: lagosDate(closing.startsAt).slice(0, 7),
    startsAt: closeIn(monthOf(closing.startsAt - 1)),
    endsAt: closeIn(closing),
  };
}

/** The raffle month with this name; `null` for a text that is no name of a month. */
export function namedRaffleMonth(month: string): RaffleMonth | null {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return null;
  return raffleMonthOf(Date.parse(`${month}-01T12:00:00Z`));
}

/**
 * The close in a calendar month: 13:00 in Lagos on the 29th, or on the last day of a shorter month.
 * Days can be multiplied, because all days in Lagos have the same length.
 */
function closeIn({ startsAt, endsAt }: Period): number {
  const days = (endsAt - startsAt) / DAY_MS;
  return startsAt + (Math.min(days, LAST_CLOSING_DAY) - 1) * DAY_MS + CLOSING_MS_OF_DAY;
}

/**
 * The hundreds that a player's points of the raffle month pass as they rise from `before` to
 * `after`. Each hundred earns a ticket (game.md#raffle-tickets).
 */
export function hundredsPassed(before: number, after: number): number[] {
  const first = raffleTicketsFor(before) + 1;
  const count = Math.max(0, raffleTicketsFor(after) + 1 - first);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** The raffle's prize; `null` where the prize table has no raffle (game.md#raffle). */
export function rafflePrize(
  table: PrizeTable,
): (Pick<PrizeRow, 'places' | 'reserves'> & { naira: number }) | null {
  const [row] = prizeRows(table, 'all', 'raffle');
  return row && row.naira !== 'bands' ? { ...row, naira: row.naira } : null;
}
