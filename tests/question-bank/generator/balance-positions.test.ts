import { expect, test } from 'vitest';
import { balancePositions } from '../../../question-bank/generator/balance-positions.ts';
import { positionShares } from '../../../question-bank/rules/answer-positions.ts';
import { someQuestions } from '../question.ts';

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
