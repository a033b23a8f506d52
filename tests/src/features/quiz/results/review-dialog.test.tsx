import '../../../../support/fake-clock.ts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ReviewDialog } from '../../../../../src/features/quiz/review.tsx';
import { stepRound } from '../../../../../src/rules/round.ts';
import { questions } from '../../../../support/builders.ts';
import { answer } from '../../../../support/fake-api.ts';
import { pass, settle } from '../../../../support/fake-clock.ts';
import { signIn } from '../../../../support/render.tsx';
import { begun, openAt, press, score } from '../play.tsx';

beforeEach(() => signIn());

const facts = questions().map((each, index) => ({
  ...each,
  fact: index % 2 === 0 ? `Fact ${index + 1}.` : null,
}));

const review = () => within(screen.getByRole('dialog', { name: 'Review answers' }));
const texts = (item: Element | undefined) =>
  [...(item?.querySelectorAll('p span, h3, dt, dd') ?? [])].map(({ textContent }) => textContent);

describe('the review of a round', () => {
  test('shows each question with its right answer, what was chosen and the fact behind it', () => {
    const round = begun(1, 0, { questions: facts });
    if (!round.state) throw new Error('It has begun.');
    const { shownAt } = round.state;
    const state = [
      { type: 'answer', choice: 'Wrong 2', at: shownAt },
      { type: 'skip', at: shownAt + 1200 },
      { type: 'timeout', at: shownAt + 13_200 },
      ...Array.from({ length: 6 }, (_, index) => ({
        type: 'answer' as const,
        choice: `Right ${index + 5}`,
        at: shownAt + 15_000 + index * 1000,
      })),
    ].reduce(
      (before, event) => stepRound(before, event as Parameters<typeof stepRound>[1]),
      round.state,
    );
    render(<ReviewDialog round={round} state={state} onClose={() => undefined} />);
    const items = review().getAllByRole('listitem');
    expect(items).toHaveLength(10);
    expect(texts(items[0])).toEqual([
      'Question 1',
      'Right',
      'Question number 1?',
      'You chose the right answer',
      'Right 1',
      'Fact 1.',
    ]);
    expect(texts(items[1])).toEqual([
      'Question 2',
      'Wrong',
      'Question number 2?',
      'You chose',
      'Wrong 2',
      'Right answer',
      'Right 2',
    ]);
    expect(texts(items[2])).toEqual([
      'Question 3',
      'Skipped',
      'Question number 3?',
      'Right answer',
      'Right 3',
      'Fact 3.',
    ]);
    expect(texts(items[3])?.slice(0, 2)).toEqual(['Question 4', 'Time was up']);
    expect(review().queryByText(/not played/)).toBeNull();
  });

  test('keeps to itself what was not shown before the player left', async () => {
    answer('post', 'points', 'no answer');
    await openAt(5);
    await press('Leave the game');
    await press('End it');
    await press('Review answers');
    expect(review().getAllByRole('listitem')).toHaveLength(5);
    expect(review().queryByText('Right 6')).toBeNull();
    expect(review().getByText('5 questions were not played. They cost no coins.')).toBeTruthy();
  });
});

describe('in the results', () => {
  const end = async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(10, 0, { questions: facts });
    await press('Wrong 10');
    await pass(400);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await settle();
    return sent;
  };

  test('the review opens with no network, takes the focus and gives it back', async () => {
    await end();
    const button = screen.getByRole('button', { name: 'Review answers' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(review().getAllByRole('listitem')).toHaveLength(10);
    expect(document.activeElement).toBe(review().getByRole('heading', { level: 2 }));
    fireEvent.click(review().getByRole('button', { name: 'Back to results' }));
    expect(document.activeElement).toBe(button);
  });

  test('Back and Escape close the review, not the results', async () => {
    await end();
    await press('Review answers');
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Review answers' })).toBeNull();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(score()).toBe('9 of 10 right');
    await press('Review answers');
    history.back();
    await pass(10);
    expect(screen.queryByRole('dialog', { name: 'Review answers' })).toBeNull();
    expect(score()).toBe('9 of 10 right');
  });

  test('the server is told once, however often the review is opened', async () => {
    const sent = await end();
    await press('Review answers');
    await press('Back to results');
    await press('Review answers');
    await settle();
    expect(sent).toHaveLength(1);
  });
});
