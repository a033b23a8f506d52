import { expect, test } from 'vitest';
import { balancePositions, positionShares } from '../../../question-bank/generator/positions.ts';
import { aQuestion, someQuestions } from '../support/question.ts';

test('the shares of the answer positions are in percent', () => {
  const second = aQuestion();
  const first = aQuestion({ options: ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'] });
  expect(positionShares([first, second])).toEqual([50, 50, 0, 0]);
});

test.each([4, 10, 120, 1200])('%i answers are spread over the four places', (length) => {
  const shares = positionShares(balancePositions(someQuestions(length)));
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(Math.max(5, 100 / length));
});

test.each([120, 300, 1200])('a further question moves at most one of %i others', (length) => {
  const before = balancePositions(someQuestions(length));
  const after = balancePositions(someQuestions(length + 1));
  const moved = before.filter(({ options }, index) => `${options}` !== `${after[index]?.options}`);
  expect(moved.length).toBeLessThanOrEqual(1);
});

test('a question keeps its answer and its wrong options', () => {
  for (const one of balancePositions(someQuestions(40))) {
    expect(one.options.toSorted()).toEqual(['Arsenal', 'Chelsea', 'Everton', 'Liverpool']);
  }
});
