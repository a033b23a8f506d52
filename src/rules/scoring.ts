import { type Level, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from './levels.ts';
import type { RoundTerms } from './round.ts';
import { type Tiered, tierAt } from './tiers.ts';

type ByLevel = Readonly<Record<Level, number>> & Tiered;

type ThreeTiers = readonly [ByLevel, ByLevel, ByLevel];

/** Coins that one question costs, by the points of the week (game.md#coins-per-question). */
export const COIN_TIERS: ThreeTiers = [
  { fromPoints: 0, easy: 10, medium: 15, hard: 20 },
  { fromPoints: 1501, easy: 15, medium: 20, hard: 30 },
  { fromPoints: 3501, easy: 20, medium: 25, hard: 30 },
];

/**
 * Points that a right answer earns, by the points of the week. The limits differ from those of
 * coins on purpose (game.md#points-per-right-answer).
 */
export const POINT_TIERS: ThreeTiers = [
  { fromPoints: 0, easy: 5, medium: 10, hard: 15 },
  { fromPoints: 2001, easy: 3, medium: 5, hard: 10 },
  { fromPoints: 3500, easy: 1, medium: 3, hard: 5 },
];

/** Coins that a question costs with `highScore` points this week (game.md#coins-per-question). */
export function coinsPerQuestion(level: Level, highScore: number): number {
  return tierAt(COIN_TIERS, highScore)[level];
}

/** Points of a right answer with this many points this week (game.md#points-per-right-answer). */
export function pointsPerCorrect(level: Level, highScore: number): number {
  return tierAt(POINT_TIERS, highScore)[level];
}

/** Coins needed to start a round of this level (game.md#level-cost). */
export function levelCost(level: Level, highScore: number): number {
  return coinsPerQuestion(level, highScore) * QUESTIONS_PER_ROUND;
}

/** The points of a faultless round, for the picker (game.md#figure-in-the-level-picker). */
export function rewardFigure(level: Level, highScore: number): number {
  return pointsPerCorrect(level, highScore) * QUESTIONS_PER_ROUND;
}

/** A round's terms with `highScore` points this week (game.md#terms-of-a-round). */
export function termsFor(level: Level, highScore: number): RoundTerms {
  return {
    level,
    coinsPerQuestion: coinsPerQuestion(level, highScore),
    pointsPerCorrect: pointsPerCorrect(level, highScore),
    timerMs: QUESTION_TIMER_MS[level],
  };
}
