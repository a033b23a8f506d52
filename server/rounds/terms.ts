import { type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import type { RoundTerms } from '../../src/rules/round.ts';

type TermsRow = {
  level: Level;
  coins_per_question: number;
  points_per_correct: number;
  timer_ms: number;
};

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
