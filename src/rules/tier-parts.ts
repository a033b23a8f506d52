import { KOBO_PER_NAIRA } from './money.ts';
import type { PrizeRow } from './prizes.ts';

/** The prize of each paid place of a day's tier, in whole naira. */
export type TierPart = { tier: 1 | 2 | 3; naira: number };

/**
 * The prize of each place of a tier, in whole naira. The places share `ticketPercent` of the money
 * for the tier's tickets equally, and each gets at most its fixed prize (game.md#what-a-tier-pays).
 * `groups` has the kobo that each account's tickets cost, in groups of linked accounts. A group
 * counts once, with the account that paid most. A row without `ticketPercent` pays its fixed prize.
 */
export function tierPartNaira(
  { naira, places, ticketPercent }: Pick<PrizeRow, 'places' | 'ticketPercent'> & { naira: number },
  groups: readonly (readonly number[])[],
): number {
  if (ticketPercent === null) return naira;
  const kobo = groups.reduce((sum, accounts) => sum + Math.max(0, ...accounts), 0);
  // The figures are in hundredths of a kobo, so that they are whole until the only rounding.
  const part = Math.floor((kobo * ticketPercent) / (100 * KOBO_PER_NAIRA * places));
  return Math.min(naira, part);
}

/** A row of the prize table, limited to what its tier pays. `null` if nothing is left to win. */
export function rowWithPart(row: PrizeRow, partNaira: number | undefined): PrizeRow | null {
  if (!row.ticketPercent || partNaira === undefined) return row;
  return partNaira > 0 ? { ...row, naira: partNaira } : null;
}
