import { fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { QuestionCard } from '../../../src/components/question.tsx';

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

test.each(['', 'Unidentified', 'Process', 'bc', '5', 'e'])('the key %j answers nothing', (key) => {
  press(key);
  expect(onAnswer).not.toHaveBeenCalled();
});
