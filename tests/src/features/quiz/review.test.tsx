import '../../../support/fake-clock.ts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { ReviewDialog, reportedAtom } from '../../../../src/features/quiz/review.tsx';
import { readEntries } from '../../../../src/outbox/store.ts';
import { stepRound } from '../../../../src/rules/round.ts';
import { store } from '../../../../src/session/session.ts';
import { questions } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { begun, openAt, press, score } from './play.tsx';

describe('the review', () => {
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
});

describe('the sheet of a report', () => {
  const THANKS = 'Thanks. We will look at it.';

  const SAVED = 'Saved. It goes when network comes back';

  const SENT: Answer = { data: null, message: THANKS };

  beforeEach(() => {
    signIn();
    store.set(reportedAtom, []);
  });

  /** The review of a game whose result has counted, and the reports of its tenth question. */
  async function review(...replies: [Answer, ...Answer[]]) {
    answer('post', 'points', { data: { awarded: { points: 90, coins: 150 } } });
    await openAt(10);
    await press('Wrong 10');
    await pass(400);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await settle();
    const sent = answer('post', 'questions/:id/report', ...replies);
    await press('Review answers');
    return sent;
  }

  const button = (name: string) => screen.getByRole('button', { name });

  const reports = async () => (await readEntries()).filter(({ kind }) => kind === 'report');

  describe('a question of the review', () => {
    test.each([
      ['The answer is wrong', 'wrong-answer'],
      ['Two answers are right', 'two-right'],
      ['I cannot understand it', 'unclear'],
      ['It is too old', 'old'],
    ])('is reported by one tap on "%s"', async (words, reason) => {
      const sent = await review(SENT);
      await press('Report question 10');
      expect(
        within(screen.getByRole('dialog', { name: /question 10/ })).getAllByRole('button'),
      ).toHaveLength(5);
      await press(words);
      await settle();
      expect(screen.getByText(THANKS)).toBeTruthy();
      expect(sent.map(({ body }) => body)).toEqual([{ reason, roundId: expect.any(String) }]);
      expect(sent[0]?.url.pathname).toMatch(/question-10\/report$/);
      expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
      expect(button('Reported question 10')).toBeTruthy();
      expect(await reports()).toEqual([]);
    });

    test('that was reported says so, and is not reported again', async () => {
      const sent = await review(SENT);
      await press('Report question 3');
      await press('It is too old');
      await settle();
      await press('Back to results');
      await press('Review answers');
      fireEvent.click(button('Reported question 3'));
      await settle();
      expect(screen.queryByRole('dialog', { name: /question 3/ })).toBeNull();
      expect(button('Report question 4')).toBeTruthy();
      expect(sent).toHaveLength(1);
    });

    test('is not reported where the API has no additions', async () => {
      const { hasAdditions } = env;
      env.hasAdditions = false;
      onTestFinished(() => {
        env.hasAdditions = hasAdditions;
      });
      await review(SENT);
      expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
    });
  });

  describe('a report', () => {
    test('without a line is kept, and goes once with its player’s token when the line is back', async () => {
      const sent = await review('no answer', SENT);
      const goOnline = goOffline();
      await press('Report question 2');
      await press('Two answers are right');
      await settle();
      expect(screen.getByText(SAVED)).toBeTruthy();
      expect(button('Reported question 2')).toBeTruthy();
      expect(await reports()).toMatchObject([{ report: { reason: 'two-right' } }]);
      goOnline();
      await settle();
      await pass(100);
      expect(screen.getByText(THANKS)).toBeTruthy();
      expect(await reports()).toEqual([]);
      expect(sent.at(-1)?.headers.get('Authorization')).toMatch(/^Bearer /);
    });

    test('waits behind the result of its game', async () => {
      await review({ status: 409, code: 'round/open' });
      await press('Report question 1');
      await press('It is too old');
      await settle();
      expect(screen.getByText(SAVED)).toBeTruthy();
      expect(await reports()).toHaveLength(1);
    });

    test('past the limit of the day says what the server says, and can be sent again', async () => {
      const message = 'You have reported many questions today. Please try again tomorrow.';
      const sent = await review(
        { status: 429, code: 'rate/limited', message },
        { status: 500, code: 'server/error' },
        SENT,
      );
      await press('Report question 1');
      await press('It is too old');
      await settle();
      expect(screen.getByText(message)).toBeTruthy();
      await press('It is too old');
      await settle();
      expect(screen.getByText('Your report could not be sent. Please try again.')).toBeTruthy();
      await press('It is too old');
      await settle();
      expect(screen.getByText(THANKS)).toBeTruthy();
      expect(sent).toHaveLength(3);
    });
  });
});
