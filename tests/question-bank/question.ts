import { CATEGORY_IDS, type Question } from '../../question-bank/question.ts';
import { LEVELS } from '../../src/rules/levels.ts';

/** A sound question, with a test's own changes. */
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
    from: 'league_champions EPL 2003-04',
    ...different,
  };
}

const OPENINGS = [
  ...['Which club', 'What club', 'Whose players', 'Which side', 'Who at last', 'Which club'],
  ...['What team', 'Which town', 'Which players', 'Who alone'],
];

const CLUBS = ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'];

/** This many sound questions of one level, all different, their answers at all four positions. */
export function someQuestions(length: number, different: Partial<Question> = {}): Question[] {
  return Array.from({ length }, (_, index) => {
    const season = 1900 + index;
    const answer = CLUBS[index % 4] ?? '';
    return aQuestion({
      id: `cup-${season}`,
      template: `cup-${index % 10}`,
      question: `${OPENINGS[index % 10]} won the county cup in ${season}?`,
      options: CLUBS,
      answer,
      fact: `${answer} won the county cup in ${season}.`,
      from: `county_cups ${season}`,
      ...different,
    });
  });
}

/** A sound bank with just enough for a round of each category and level. */
export function aSmallBank(): Question[] {
  return CATEGORY_IDS.flatMap((category) =>
    someQuestions(30, { category }).map((one, index) => ({
      ...one,
      id: `${category}-${one.id}`,
      level: LEVELS[Math.floor(index / 10)] ?? 'hard',
    })),
  );
}
