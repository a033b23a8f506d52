import type { Question } from '../../../server/content/bank.ts';

/** A sound question, with what a test wants different. */
export function aQuestion(different: Partial<Question> = {}): Question {
  return {
    id: 't1-epl-2003-04',
    category: 'english-premier-league',
    level: 'medium',
    template: 't1',
    question: 'Which club won the Premier League in 2003-04?',
    options: ['Chelsea', 'Arsenal', 'Liverpool', 'Manchester United'],
    answer: 'Arsenal',
    fact: 'Arsenal won the Premier League in 2003-04 with 90 points.',
    ...different,
  };
}
