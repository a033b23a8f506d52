import type { Level } from '../../../src/rules/levels.ts';

// Strengths and difficulties are of one scale: who is as strong as a question is difficult knows it
// half the time, by the logistic curve (Rasch's model). Who does not know may guess.

/** The chance that somebody of a strength knows it. */
export function knows(strength: number, difficulty: number): number {
  return 1 / (1 + Math.exp(difficulty - strength));
}

/** One of four, where it is tried: some skip instead. */
const GUESSED_RIGHT = 0.2;

/**
 * The chance of a right answer; `weight` is what one more counts for, `tells` how much an answer tells
 * (Fisher's information).
 */
export function chanceOf(strength: number, difficulty: number) {
  const known = knows(strength, difficulty);
  const chance = GUESSED_RIGHT + (1 - GUESSED_RIGHT) * known;
  const slope = (1 - GUESSED_RIGHT) * known * (1 - known);
  const spread = chance * (1 - chance);
  return { chance, weight: slope / spread, tells: slope ** 2 / spread };
}

/** How often who plays usually knows it at each level: it makes the scale (game.md#level-by-answers). */
const USUALLY_KNOWN: Readonly<Record<Level, number>> = { easy: 0.8, medium: 0.6, hard: 0.3 };

/** The difficulty in the middle of a level. */
export function middleOf(level: Level): number {
  const known = USUALLY_KNOWN[level];
  return Math.log((1 - known) / known);
}

/** What a player was asked before: how many, how many they knew, and the sum of the difficulties. */
export type Past = { asked: number; right: number; difficulty: number };

/** Who was asked less is not known yet. */
const PAST_LEAST = 20;
/** How far players differ: who was asked little is taken for nearly usual. */
const SPREAD = 1.5;
const STEPS = 8;

/** How strong a player is by their past; `null` where that says too little. */
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

/** Strengths at which one band of players ends and the next begins. */
const BAND_ENDS = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];

/** The band of those whose strength is not known yet. */
export const UNKNOWN_BAND = 0;

/** The band that a player is counted in, the weakest are 1. */
export function bandOf(strength: number | null): number {
  if (strength === null) return UNKNOWN_BAND;
  return 1 + BAND_ENDS.filter((end) => strength >= end).length;
}
