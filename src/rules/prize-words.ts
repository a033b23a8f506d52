import { formatNaira } from './money.ts';
import type { Pool } from './networks.ts';
import { formatNumber } from './numbers.ts';
import { type PrizeRow, type PrizeTable, prizeRows } from './prizes.ts';

/**
 * The amount of a prize in words: `₦3,000`, `₦500 airtime`, or `cash` if the points decide the
 * amount.
 */
export function amountText({ naira, kind }: Pick<PrizeRow, 'naira' | 'kind'>): string {
  if (naira === 'bands') return kind;
  return kind === 'cash' ? formatNaira(naira) : `${formatNaira(naira)} ${kind}`;
}

/**
 * The most that a prize pays, in words: `up to ₦3,000` if a place wins a part of the ticket money
 * (game.md#what-a-tier-pays), otherwise the text of `amountText`.
 */
export function mostText(prize: Pick<PrizeRow, 'naira' | 'kind' | 'ticketPercent'>): string {
  return prize.ticketPercent ? `up to ${amountText(prize)}` : amountText(prize);
}

/**
 * The condition of a prize in words: `at least 75 points and 10 players in the tier`. `null` if any
 * number of points is enough.
 */
export function leastText({ minPoints, minPlayers }: PrizeRow): string | null {
  const points = minPoints > 1 && `${formatNumber(minPoints)} points`;
  const players = minPlayers > 1 && `${formatNumber(minPlayers)} players in the tier`;
  const parts = [points, players].filter((part) => part !== false);
  return parts.length > 0 ? `at least ${parts.join(' and ')}` : null;
}

/**
 * The sentence that says where the money of a day's tier prize comes from; `null` if the prize does
 * not depend on ticket sales.
 */
export function shareText({ ticketPercent }: Pick<PrizeRow, 'ticketPercent'>): string | null {
  if (!ticketPercent) return null;
  return `Winners of a tier share ${ticketPercent}% of its ticket money, up to the full prize.`;
}

/**
 * The sentence that says who wins on a pool's boards, which is the same on every page. `null` if
 * nobody wins (game.md#what-can-be-won).
 */
export function whoWins(table: PrizeTable, pool: Pool): string | null {
  const [week] = prizeRows(table, pool, 'weekly');
  const [day] = prizeRows(table, pool, 'rush');
  const winners = [
    week && `top ${formatNumber(week.places)} of the week`,
    day && `top ${formatNumber(day.places)} of each tier of the day`,
  ].filter(Boolean);
  return winners.length > 0 ? `The ${winners.join(' and the ')} win.` : null;
}
