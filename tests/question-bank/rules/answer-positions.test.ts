import { expect, test } from 'vitest';
import { positionShares } from '../../../question-bank/rules/answer-positions.ts';
import { aQuestion } from '../question.ts';

test('the shares of the answer positions are in percent', () => {
  const second = aQuestion();
  const first = aQuestion({ options: ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'] });
  expect(positionShares([first, second])).toEqual([50, 50, 0, 0]);
});
