import { formatNaira } from './money.ts';
import type { Pool } from './networks.ts';
import { formatNumber } from './numbers.ts';
import { type PrizeRow, type PrizeTable, prizeRows } from './prizes.ts';

/** `₦3,000`, `₦500 airtime`; `cash` where the points decide the amount. */
export function amountText({ naira, kind }: Pick<PrizeRow, 'naira' | 'kind'>): string {
  if (naira === 'bands') return kind;
  return kind === 'cash' ? formatNaira(naira) : `${formatNaira(naira)} ${kind}`;
}

/**
 * `up to ₦3,000` where a place wins its part of the tickets (game.md#what-a-tier-pays), otherwise
 * as `amountText`.
 */
export function mostText(prize: Pick<PrizeRow, 'naira' | 'kind' | 'ticketPercent'>): string {
  return prize.ticketPercent ? `up to ${amountText(prize)}` : amountText(prize);
}

/** `at least 75 points and 10 players in the tier`; `null` where any number of points is enough. */
export function leastText({ minPoints, minPlayers }: PrizeRow): string | null {
  const points = minPoints > 1 && `${formatNumber(minPoints)} points`;
  const players = minPlayers > 1 && `${formatNumber(minPlayers)} players in the tier`;
  const parts = [points, players].filter((part) => part !== false);
  return parts.length > 0 ? `at least ${parts.join(' and ')}` : null;
}

/**
 * The sentence on the source of a day's tier prize; `null` where the prize does not depend on
 * ticket sales.
 */
export function shareText({ ticketPercent }: Pick<PrizeRow, 'ticketPercent'>): string | null {
  if (!ticketPercent) return null;
  return `Winners of a tier share ${ticketPercent}% of its ticket money, up to the full prize.`;
}

/**
 * The sentence on the winners of a pool's boards, the same on every page; `null` where nobody wins
 * (game.md#what-can-be-won).
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
