import { beginRound, type RoundQuestion, type RoundTerms } from '../../../src/rules/round.ts';

/** When the round below begins, in epoch milliseconds. */
export const START = Date.UTC(2026, 10, 21, 9);

export const terms: RoundTerms = {
  level: 'medium',
  coinsPerQuestion: 15,
  pointsPerCorrect: 10,
  timerMs: 12_000,
};

export const questions: RoundQuestion[] = Array.from({ length: 10 }, (_, index) => ({
  id: `q${index + 1}`,
  options: ['right', 'wrong', 'other', 'last'],
  answer: 'right',
}));

/** A medium round at its first question. */
export const started = () => beginRound(terms, questions, START);
