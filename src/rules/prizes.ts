/** Places on the weekly board that are paid (gameplay §9, decision 44). */
export const WEEKLY_PAID_PLACES = 10;

/**
 * Rows of a weekly board that are shown: the podium, 4 to 10, 11 to 31
 * (game.md#weekly-and-monthly-boards).
 */
export const WEEKLY_SHOWN_PLACES = 31;

/** The least points of a paid week (game.md#weekly-cash). */
export const WEEKLY_MIN_POINTS = 50;

/** What the first of the month wins by default, in naira (game.md#monthly-grand-prize). */
export const MONTHLY_GRAND_PRIZE_NAIRA = 50_000;

/** Coins the month's winner must have bought in it (game.md#monthly-grand-prize). */
export const MONTHLY_MIN_COINS_BOUGHT = 3000;

/** How long cash takes to a bank account once a prize is final, in hours (game.md#payouts). */
export const CASH_HOURS = { least: 24, most: 48 } as const;

const WEEKLY_BANDS = [
  { upTo: 5000, multiplier: 2, tournamentText: 18 },
  { upTo: 7500, multiplier: 1.5, tournamentText: 12 },
  { upTo: 10_000, multiplier: 1.25, tournamentText: 9 },
  { upTo: Number.POSITIVE_INFINITY, multiplier: 1, tournamentText: 6 },
] as const;

/** The weekly reward bands, for the terms pages: upper edge in points and both multipliers. */
export const WEEKLY_REWARD_BANDS: readonly {
  upTo: number;
  multiplier: number;
  tournamentText: number;
}[] = WEEKLY_BANDS;

/** What points of a week are multiplied by when they are paid (gameplay §9, decision 14). */
export function weeklyMultiplier(points: number): number {
  return WEEKLY_BANDS.find((band) => points <= band.upTo)?.multiplier ?? 1;
}

/**
 * The cash of a place on the weekly board in whole naira: points times the band's multiplier for
 * the first ten with at least 50 points, else 0 (decision 47).
 */
export function weeklyCashNaira(place: number, points: number): number {
  if (place < 1 || place > WEEKLY_PAID_PLACES || points < WEEKLY_MIN_POINTS) return 0;
  return Math.floor(points * weeklyMultiplier(points));
}

/** Points per raffle ticket (game.md#raffle-tickets). */
export const POINTS_PER_RAFFLE_TICKET = 100;

/** Days in a row that give a bonus raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_STREAK_DAYS = 7;

/** The play of a day that gives a raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_TICKET_PLAY = 5;

/** The raffle's largest prize in naira (game.md#raffle-draw). */
export const RAFFLE_TOP_PRIZE_NAIRA = 1_000_000;

/** Raffle tickets that points alone give (game.md#raffle-tickets). */
export function raffleTicketsFor(points: number): number {
  return Math.floor(Math.max(0, points) / POINTS_PER_RAFFLE_TICKET);
}

/** The tier badge of the ticket screen: 1 below 1000 points, 2 below 3000, then 3 (decision 17). */
export function ticketTier(points: number): 1 | 2 | 3 {
  if (points >= 3000) return 3;
  return points >= 1000 ? 2 : 1;
}
