import type { Level } from '../../../src/rules/levels.ts';

// Strengths and difficulties share one scale. If a player's strength equals a question's difficulty, the
// player knows the question half of the time, by the logistic curve of Rasch's model. Players may guess a
// question that they don't know.

/** The chance that a player of this strength knows a question of this difficulty. */
export function knows(strength: number, difficulty: number): number {
  return 1 / (1 + Math.exp(difficulty - strength));
}

/**
 * The share of unknown questions that players guess right: less than one of four, because some skip instead.
 */
const GUESSED_RIGHT = 0.2;

/**
 * The chance of a right answer. `weight` is how much one more right answer moves the estimate, and `tells` is
 * the information in an answer (Fisher's information).
 */
export function chanceOf(strength: number, difficulty: number) {
  const known = knows(strength, difficulty);
  const chance = GUESSED_RIGHT + (1 - GUESSED_RIGHT) * known;
  const slope = (1 - GUESSED_RIGHT) * known * (1 - known);
  const spread = chance * (1 - chance);
  return { chance, weight: slope / spread, tells: slope ** 2 / spread };
}

/**
 * How often a usual player knows a question of each level. These shares define the scale
 * (game.md#level-by-answers).
 */
const USUALLY_KNOWN: Readonly<Record<Level, number>> = { easy: 0.8, medium: 0.6, hard: 0.3 };

/** The difficulty in the middle of a level. */
export function middleOf(level: Level): number {
  const known = USUALLY_KNOWN[level];
  return Math.log((1 - known) / known);
}

/**
 * A player's earlier questions: their number, how many the player answered right, and the sum of their
 * difficulties.
 */
export type Past = { asked: number; right: number; difficulty: number };

/** The strength of a player with fewer earlier questions than this is not known. */
const PAST_LEAST = 20;
/**
 * How much the strengths of players differ. A player with few questions is therefore taken for nearly usual.
 */
const SPREAD = 1.5;
const STEPS = 8;

/** The strength of a player by their earlier questions; `null` if these are too few. */
export function strengthOf({ asked, right, difficulty }: Past): number | null {
  if (asked < PAST_LEAST) return null;
  const mean = difficulty / asked;
  let strength = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const { chance, weight, tells } = chanceOf(strength, mean);
    const pull = (right - asked * chance) * weight - strength / SPREAD ** 2;
    strength += pull / (asked * tells + 1 / SPREAD ** 2);
  }
  return strength;
}

/** The limits between bands of strength. */
const BAND_ENDS = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];

/** The band of players of unknown strength. */
export const UNKNOWN_BAND = 0;

/** The band that a player is counted in; the weakest band is 1. */
export function bandOf(strength: number | null): number {
  if (strength === null) return UNKNOWN_BAND;
  return 1 + BAND_ENDS.filter((end) => strength >= end).length;
}
