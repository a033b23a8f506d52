import { fireEvent, render } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GameScreen, QuestionCard } from '../../../src/components/question.tsx';

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

describe('the question’s card', () => {
  const onAnswer = vi.fn();

  const press = (key: string) => fireEvent.keyDown(document.body, { key });

  beforeEach(() => {
    onAnswer.mockClear();
    render(
      <QuestionCard
        id={1}
        question="Who won?"
        points={null}
        options={['Kano', 'Enyimba', 'Rangers', 'Remo']}
        isClosed={false}
        outcomeOf={() => null}
        onAnswer={onAnswer}
      />,
    );
  });

  test.each([
    ['1', 'Kano'],
    ['a', 'Kano'],
    ['4', 'Remo'],
    ['D', 'Remo'],
  ])('the key %s answers %s', (key, option) => {
    press(key);
    expect(onAnswer.mock.calls).toEqual([[option]]);
  });

  test.each(['', 'Unidentified', 'Process', 'bc', '5', 'e'])(
    'the key %j answers nothing',
    (key) => {
      press(key);
      expect(onAnswer).not.toHaveBeenCalled();
    },
  );
});
