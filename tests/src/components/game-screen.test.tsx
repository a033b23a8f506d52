import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GameScreen } from '../../../src/components/question.tsx';

/** What a pull down does at the top of the page: the root scrolls, in old browsers the body. */
const pulls = () =>
  [document.documentElement, document.body].map(({ style }) => style.overscrollBehaviorY);

const KICK_OFF = <GameScreen key="kick-off">Ready?</GameScreen>;
const QUESTION = <GameScreen key="question">Who won?</GameScreen>;

test('a pull down loads nothing anew while a game is on, from one of its screens to the next', () => {
  const { rerender } = render(<p>Home</p>);
  expect(pulls()).toEqual(['', '']);
  rerender(KICK_OFF);
  expect(pulls()).toEqual(['contain', 'contain']);
  rerender(QUESTION);
  expect(pulls()).toEqual(['contain', 'contain']);
  rerender(<p>Home</p>);
  expect(pulls()).toEqual(['', '']);
});
