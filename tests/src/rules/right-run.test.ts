import { expect, test } from 'vitest';
import { rightRun } from '../../../src/rules/right-run.ts';
import { stepRound } from '../../../src/rules/round.ts';
import { started } from './medium-round.ts';

test('the run is that of the newest right answers', () => {
  const answered = (...choices: string[]) =>
    choices.reduce(
      (state, choice) => stepRound(state, { type: 'answer', choice, at: state.shownAt + 2000 }),
      started(),
    );
  expect(rightRun(started())).toBe(0);
  expect(rightRun(answered('right', 'right'))).toBe(2);
  expect(rightRun(answered('right', 'right', 'wrong'))).toBe(0);
  expect(rightRun(answered('right', 'wrong', 'right', 'right', 'right'))).toBe(3);
});
