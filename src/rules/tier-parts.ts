import { KOBO_PER_NAIRA } from './money.ts';
import type { PrizeRow } from './prizes.ts';

/** What each paid place of a day's tier pays, in whole naira. */
export type TierPart = { tier: 1 | 2 | 3; naira: number };

/**
 * What each place of a tier pays, in whole naira: its part of `ticketPercent` of what the tier's tickets
 * brought in, and its fixed prize once that is enough (game.md#what-a-tier-pays). Takes the kobo that each
 * account's tickets cost, by groups of accounts that are each other's: a group counts once, with the account
 * that brought most. A row that no ticket share binds pays its fixed prize.
 */
export function tierPartNaira(
  { naira, places, ticketPercent }: Pick<PrizeRow, 'places' | 'ticketPercent'> & { naira: number },
  groups: readonly (readonly number[])[],
): number {
  if (ticketPercent === null) return naira;
  const kobo = groups.reduce((sum, accounts) => sum + Math.max(0, ...accounts), 0);
  // Hundredths of a kobo, so that all is whole until it is rounded down once.
  const part = Math.floor((kobo * ticketPercent) / (100 * KOBO_PER_NAIRA * places));
  return Math.min(naira, part);
}

/** What a tier's part leaves of a row of the prize table; `null` where it leaves nothing to win. */
export function rowWithPart(row: PrizeRow, partNaira: number | undefined): PrizeRow | null {
  if (!row.ticketPercent || partNaira === undefined) return row;
  return partNaira > 0 ? { ...row, naira: partNaira } : null;
}
