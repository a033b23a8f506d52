import { type Tiered, type Tiers, tierAt } from './tiers.ts';

/** Rows of a weekly board that are shown (game.md#weekly-and-monthly-boards). */
export const WEEKLY_SHOWN_PLACES = 31;

/** Rows of a board that are served (game.md#boards). */
export const SERVED_PLACES = 50;

/** How long cash takes to a bank account once a prize is final, in hours (game.md#payouts). */
export const CASH_HOURS = { least: 24, most: 48 } as const;

/**
 * Weekly rewards like tax bands, lowest first (game.md#reward-bands): `naira` is what each point up
 * to `upTo` and above the band before is worth, `tournamentText` the figure in the tournament's
 * terms.
 */
export const WEEKLY_REWARD_BANDS: readonly {
  upTo: number;
  naira: number;
  tournamentText: number;
}[] = [
  { upTo: 5000, naira: 2, tournamentText: 18 },
  { upTo: 7500, naira: 1.5, tournamentText: 12 },
  { upTo: 10_000, naira: 1.25, tournamentText: 9 },
  { upTo: Number.POSITIVE_INFINITY, naira: 1, tournamentText: 6 },
];

/** How many of a week's points fall into each reward band, and what each of those is worth in naira. */
export function pointsByBand(points: number): { points: number; naira: number }[] {
  return WEEKLY_REWARD_BANDS.map(({ upTo, naira }, index) => {
    const before = WEEKLY_REWARD_BANDS[index - 1]?.upTo ?? 0;
    return { points: Math.max(0, Math.min(points, upTo) - before), naira };
  });
}

/** Points per raffle ticket (game.md#raffle-tickets). */
export const POINTS_PER_RAFFLE_TICKET = 100;

/** Days in a row that give a bonus raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_STREAK_DAYS = 7;

/** The play of a day that gives a raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_TICKET_PLAY = 5;

/** Raffle tickets that points alone give (game.md#raffle-tickets). */
export function raffleTicketsFor(points: number): number {
  return Math.floor(Math.max(0, points) / POINTS_PER_RAFFLE_TICKET);
}

const TICKET_TIERS: Tiers<Tiered & { tier: 1 | 2 | 3 }> = [
  { tier: 1, fromPoints: 0 },
  { tier: 2, fromPoints: 1000 },
  { tier: 3, fromPoints: 3000 },
];

/** The tier badge of the ticket screen (game.md#ticket-screen). */
export function ticketTier(points: number): 1 | 2 | 3 {
  return tierAt(TICKET_TIERS, points).tier;
}
