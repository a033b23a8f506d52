import { type Level, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import type { RoundTerms } from '../../src/rules/round.ts';
import { coinsPerQuestion, pointsPerCorrect } from '../../src/rules/scoring.ts';

type TermsRow = {
  level: Level;
  coins_per_question: number;
  points_per_correct: number;
  timer_ms: number;
};

/** The terms of a round of this level for a player with these points this week. */
export function termsFor(level: Level, highScore: number): RoundTerms {
  return {
    level,
    coinsPerQuestion: coinsPerQuestion(level, highScore),
    pointsPerCorrect: pointsPerCorrect(level, highScore),
    timerMs: QUESTION_TIMER_MS[level],
  };
}

/** The terms that a round was issued with. */
export function termsOf(row: TermsRow): RoundTerms {
  return {
    level: row.level,
    coinsPerQuestion: row.coins_per_question,
    pointsPerCorrect: row.points_per_correct,
    timerMs: row.timer_ms,
  };
}

/** What an issued round holds, in coins. */
export function costOf(row: { coins_per_question: number }): number {
  return row.coins_per_question * QUESTIONS_PER_ROUND;
}
