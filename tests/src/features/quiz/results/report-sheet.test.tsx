import '../../../../support/fake-clock.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { env } from '../../../../../src/config/env.ts';
import { reportedAtom } from '../../../../../src/features/quiz/review.tsx';
import { readEntries } from '../../../../../src/outbox/store.ts';
import { store } from '../../../../../src/session/session.ts';
import { type Answer, answer } from '../../../../support/fake-api.ts';
import { pass, settle } from '../../../../support/fake-clock.ts';
import { goOffline } from '../../../../support/go-offline.ts';
import { signIn } from '../../../../support/render.tsx';
import { openAt, press } from '../play.tsx';

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
