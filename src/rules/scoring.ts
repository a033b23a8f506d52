import { type Level, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from './levels.ts';
import type { RoundTerms } from './round.ts';

type ByLevel = Readonly<Record<Level, number>>;

const COINS_PER_QUESTION: Readonly<Record<'low' | 'middle' | 'high', ByLevel>> = {
  low: { easy: 10, medium: 15, hard: 20 },
  middle: { easy: 15, medium: 20, hard: 30 },
  high: { easy: 20, medium: 25, hard: 30 },
};

const POINTS_PER_CORRECT: Readonly<Record<'low' | 'middle' | 'high', ByLevel>> = {
  low: { easy: 5, medium: 10, hard: 15 },
  middle: { easy: 3, medium: 5, hard: 10 },
  high: { easy: 1, medium: 3, hard: 5 },
};

/** Points of the week above which questions cost more, and above which they cost most (decision 2). */
export const COIN_TIER_ABOVE = { middle: 1500, high: 3500 } as const;

/** Points of the week above which right answers earn less, and from which least (decision 3). */
export const POINT_TIER = { middleAbove: 2000, highFrom: 3500 } as const;

/** What the level picker multiplies the points per correct answer by (gameplay §2). */
const REWARD_FIGURE_FACTOR = 10;

/**
 * Coins that one question costs (game.md#coins-per-question).
 * @param highScore the player's points of the current week
 */
export function coinsPerQuestion(level: Level, highScore: number): number {
  if (highScore > COIN_TIER_ABOVE.high) return COINS_PER_QUESTION.high[level];
  if (highScore > COIN_TIER_ABOVE.middle) return COINS_PER_QUESTION.middle[level];
  return COINS_PER_QUESTION.low[level];
}

/**
 * Points that one right answer earns (gameplay §9, decisions 1 and 3).
 * Its edges differ from those of the coins on purpose.
 * @param highScore the player's points of the current week
 */
export function pointsPerCorrect(level: Level, highScore: number): number {
  if (highScore >= POINT_TIER.highFrom) return POINTS_PER_CORRECT.high[level];
  if (highScore > POINT_TIER.middleAbove) return POINTS_PER_CORRECT.middle[level];
  return POINTS_PER_CORRECT.low[level];
}

/** Coins a balance must cover to start a round of this level (game.md#level-cost). */
export function levelCost(level: Level, highScore: number): number {
  return coinsPerQuestion(level, highScore) * QUESTIONS_PER_ROUND;
}

/** The figure that the level picker shows in RP (gameplay §2, decision 5). */
export function rewardFigure(level: Level, highScore: number): number {
  return pointsPerCorrect(level, highScore) * REWARD_FIGURE_FACTOR;
}

/**
 * The terms of a round of this level (game.md#terms-of-a-round).
 * @param highScore the player's points of the current week
 */
export function termsFor(level: Level, highScore: number): RoundTerms {
  return {
    level,
    coinsPerQuestion: coinsPerQuestion(level, highScore),
    pointsPerCorrect: pointsPerCorrect(level, highScore),
    timerMs: QUESTION_TIMER_MS[level],
  };
}
