import { formatNumber } from '../../../rules/numbers.ts';
import { type PrizeRow, prizeNaira } from '../../../rules/prize-table.ts';
import { amountText, shareText } from '../../../rules/prize-words.ts';
import { SERVED_PLACES } from '../../../rules/prizes.ts';
import { RUSH_TIERS } from '../../../rules/tournament.ts';

/** What a place wins with its points; `null` for nothing. */
export type PrizeAt = (place: number, points: number) => string | null;

/** Whether a prize is paid on a board with so many rows: more players than are served are enough. */
export function isPaying(prize: PrizeRow | null, rows: number): prize is PrizeRow {
  return prize !== null && rows >= Math.min(prize.minPlayers, SERVED_PLACES);
}

/** What each place of a board with so many rows wins. */
export function prizesAt(prize: PrizeRow | null, rows: number): PrizeAt {
  if (!isPaying(prize, rows)) return () => null;
  return (place, points) => {
    const naira = prizeNaira(prize, place, points);
    return naira === 0 ? null : amountText({ ...prize, naira });
  };
}

/** What the places of a day's tier share, and what each gets by the tickets so far, in naira; `null` where nothing is shared. */
export function partText(
  prize: PrizeRow,
  partNaira: number | undefined,
  isOver: boolean,
): string | null {
  const rule = shareText(prize);
  if (rule === null || partNaira === undefined) return rule;
  const each = amountText({ ...prize, naira: partNaira });
  return `${rule} ${isOver ? `It was ${each} each.` : `So far ${each} each.`}`;
}

/** `Top 5 win`, `First place wins`. */
export function winnersText({ places }: Pick<PrizeRow, 'places'>): string {
  return places === 1 ? 'First place wins' : `Top ${formatNumber(places)} win`;
}

/**
 * From when on a prize is paid, and how many players are still wanted; `null` where nothing is.
 * `rows` of the board are `null` while it is on its way.
 */
export function minimumText(prize: PrizeRow, rows: number | null, isOver: boolean): string | null {
  const { minPoints, minPlayers, tier } = prize;
  const where = tier === null ? 'on the board' : 'in the tier';
  // Whoever stands in a tier has the points of its edge.
  const fromPoints = RUSH_TIERS.find((one) => one.tier === tier)?.fromPoints ?? 0;
  const wanted = [
    minPoints > Math.max(1, fromPoints) && `from ${formatNumber(minPoints)} points`,
    minPlayers > 1 && `with ${formatNumber(minPlayers)} players or more ${where}`,
  ].filter((one) => one !== false);
  if (wanted.length === 0) return null;
  const rule = `Paid ${wanted.join(', ')}.`;
  if (!rows || isPaying(prize, rows)) return rule;
  if (!isOver) return `${rule} Only ${rows} so far.`;
  return `${rule} Only ${rows} ${rows === 1 ? 'was' : 'were'} there.`;
}
