import { type Tiered, type Tiers, tierAt } from './tiers.ts';

/** The number of questions in a run of Millionaire Rush (game.md#rush-run). */
export const RUSH_QUESTIONS = 15;

/** A run's ticket price in naira (game.md#rush-ticket). */
export const RUSH_TICKET_NAIRA = 200;

/** Points that each level answered right adds (game.md#rush-points). */
export const RUSH_POINTS_PER_LEVEL = 15;

/** The pause before OUT OF TIME and the wrong-answer modal (game.md#rush-run). */
export const RUSH_PAUSE_MS = 1200;

/** The power-ups, each usable once per run (game.md#power-ups). */
export const POWER_UPS = ['skip', 'time-freeze', 'double-points', 'fifty-fifty'] as const;

export type PowerUp = (typeof POWER_UPS)[number];

/** How long Time Freeze stops a question's clock (game.md#power-ups). */
export const TIME_FREEZE_MS = 30_000;

/**
 * How late answers may be on a bad connection, in milliseconds, for a question and for a whole run
 * (game.md#clock-of-a-sealed-run).
 */
export const RUSH_ALLOWANCE_MS = { question: 2000, run: 8000 } as const;

/** The number of characters at which tier lists cut names (game.md#tier-lists). */
export const TIER_NAME_MAX = 10;

/** The lowest and the highest number of particles in the jackpot's confetti (game.md#rush-run). */
export const CONFETTI_PARTICLES = { min: 80, max: 130 } as const;

/** The number of particles that is used: the middle of the allowed range. */
export const CONFETTI_PIECES = Math.round((CONFETTI_PARTICLES.min + CONFETTI_PARTICLES.max) / 2);

/** A tier of the tournament's day, with the points from which it holds. */
export type RushTier = Tiered & { tier: 1 | 2 | 3 };

export const RUSH_TIERS: Tiers<RushTier> = [
  { tier: 1, fromPoints: 0 },
  { tier: 2, fromPoints: 500 },
  { tier: 3, fromPoints: 1000 },
];

/**
 * The time for a question of a run, in milliseconds: 15 s up to question 10, then 12 s
 * (game.md#rush-run).
 */
export function rushTimerMs(questionNumber: number): number {
  return questionNumber > 10 ? 12_000 : 15_000;
}

/** The tier for a day's sum of tournament points (game.md#tiers-of-the-day). */
export function rushTier(points: number): RushTier['tier'] {
  return tierAt(RUSH_TIERS, points).tier;
}
