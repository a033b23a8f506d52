import type { Network } from '../../../rules/networks.ts';
import { MONTHLY_GRAND_PRIZE_NAIRA, weeklyCashNaira } from '../../../rules/prizes.ts';

/** What a place wins with its points, in whole naira; 0 for nothing. */
export type CashOf = (place: number, points: number) => number;

/** The cash of the week, for players who can win it (game.md#weekly-cash). */
export function weeklyCash({ prizes }: Pick<Network, 'prizes'>): CashOf {
  return prizes.includes('weekly-cash') ? weeklyCashNaira : () => 0;
}

/** The first of the month wins the grand prize (game.md#monthly-grand-prize). */
export const monthlyCash: CashOf = (place) => (place === 1 ? MONTHLY_GRAND_PRIZE_NAIRA : 0);
