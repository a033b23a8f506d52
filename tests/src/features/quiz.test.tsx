import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OutboxHost } from '../../../src/app/outbox-host.tsx';
import { QuizPage } from '../../../src/features/quiz/quiz-page.tsx';
import { isResult, readEntries } from '../../../src/offline/outbox-storage.ts';
import { readRound, type SavedRound, saveRound } from '../../../src/offline/round-storage.ts';
import { stepRound } from '../../../src/rules/round.ts';
import { aRound, aUser, questions } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

beforeEach(() => signIn());

const open = (at = '/quiz/english-premier-league/medium') =>
  renderScreen(
    <>
      <OutboxHost />
      <QuizPage />
    </>,
    { path: '/quiz/:categoryId/:level', at },
  );

/** A round whose first `done` questions were answered right, with the next one on the table. */
function begun(done: number, shownAgoMs: number, parts: Partial<SavedRound> = {}): SavedRound {
  const round = aRound(parts);
  const shownAt = Date.now() - shownAgoMs;
  return {
    ...round,
    state: {
      terms: round.terms,
      questions: round.questions,
      rows: questions(done).map(({ id, answer: right }) => ({
        questionId: id,
        choice: right,
        ms: 2000,
        end: 'answered',
      })),
      shownAt,
      steppedAt: shownAt,
      left: false,
    },
  };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a stored round, opened by its address', () => {
  test('goes on at its question with the time that is left', async () => {
    await saveRound(begun(4, 5000));
    open();
    await screen.findByRole('heading', { name: 'Question number 5?' });
    const seconds = Number.parseInt(screen.getByRole('timer').textContent ?? '', 10);
    expect(seconds).toBeLessThanOrEqual(7);
    expect(seconds).toBeGreaterThanOrEqual(6);
  });

  test('whose time ran out meanwhile goes on at the next question', async () => {
    await saveRound(begun(4, 60_000));
    open();
    await screen.findByRole('heading', { name: 'Question number 6?' });
    expect(screen.getByLabelText('5: not answered')).toBeTruthy();
  });

  test.each([
    ['of another category', '/quiz/la-liga/medium'],
    ['of another level', '/quiz/english-premier-league/hard'],
  ])('%s is far gone', async (_what, at) => {
    await saveRound(begun(4, 5000));
    open(at);
    await screen.findByText("It's far gone");
    await screen.findByText('At /home');
  });

  test('of another player is far gone', async () => {
    await saveRound(begun(1, 100));
    signIn(aUser({ id: 'player-2' }));
    open();
    await screen.findByText("It's far gone");
  });

  test('past its 24 hours goes to the outbox with what was answered', async () => {
    const answerOfServer = answer('post', 'points', 'no answer');
    await saveRound(begun(3, 1000, { playableUntil: Date.now() - 1 }));
    open();
    await screen.findByText("It's far gone");
    const [entry] = (await readEntries()).filter(isResult);
    expect(entry?.submission).toMatchObject({ points: 30, coins: 60, score: 3 });
    expect(await readRound('player-1')).toBeNull();
    await vi.waitFor(() => expect(answerOfServer.length).toBeGreaterThan(0));
  });
});

describe('an answer', () => {
  test('right or wrong is told by colour, mark and word, and is stored at once', async () => {
    await saveRound(begun(4, 100));
    open();
    await screen.findByRole('heading', { name: 'Question number 5?' });
    await press('Right 5');
    expect(screen.getByText('Correct').textContent).toBe('Correct +10');
    await vi.waitFor(async () =>
      expect((await readRound('player-1'))?.state?.rows).toHaveLength(5),
    );
    await screen.findByRole('heading', { name: 'Question number 6?' }, { timeout: 2000 });
    await press('Wrong 6');
    expect(screen.getByText('Wrong')).toBeTruthy();
    expect(screen.getByLabelText('6: wrong')).toBeTruthy();
  });

  test('cannot be copied from the card', async () => {
    await saveRound(begun(4, 100));
    open();
    const heading = await screen.findByRole('heading', { name: 'Question number 5?' });
    const copy = new Event('copy', { bubbles: true, cancelable: true });
    act(() => void heading.dispatchEvent(copy));
    expect(copy.defaultPrevented).toBe(true);
  });
});

describe('the end of a round', () => {
  const lastOne = async (reply: Answer) => {
    const sent = answer('post', 'points', reply);
    await saveRound(begun(9, 100));
    open();
    await screen.findByRole('heading', { name: 'Question number 10?' });
    await press('Skip');
    await screen.findByRole('dialog', { name: '9 of 10 correct' });
    return sent;
  };

  test('shows what the server counted, and forgets the round', async () => {
    const user = aUser({ pointBalance: 850 });
    const sent = await lastOne({ data: { user, awarded: { points: 88, coins: 149 } } });
    await screen.findByText('Leaderboard updated successfully!');
    expect(screen.getByText('88')).toBeTruthy();
    expect(screen.getByText('149')).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      points: 90,
      coins: 150,
      score: 9,
      round: { id: 'round-1' },
    });
    expect(await readEntries()).toEqual([]);
    expect(await readRound('player-1')).toBeNull();
    await press('Go Home');
    await screen.findByText('At /home');
  });

  test('without a network shows the points as provisional and keeps the result', async () => {
    await lastOne('no answer');
    await screen.findByText('Saved. We will send it when you are back online');
    expect(screen.getByText('90')).toBeTruthy();
    expect(await readEntries()).toHaveLength(1);
    expect(screen.queryByText('Leaderboard updated successfully!')).toBeNull();
  });

  test('that the server refuses says why', async () => {
    await lastOne({ status: 410, code: 'round/expired', message: 'This round came too late.' });
    await screen.findByText('This round came too late.');
  });

  test('that was reached before a crash is delivered on the next visit', async () => {
    const sent = answer('post', 'points', { data: { awarded: { points: 90, coins: 150 } } });
    const round = begun(9, 100);
    const state = round.state && stepRound(round.state, { type: 'skip', at: Date.now() });
    await saveRound({ ...round, state });
    open();
    await screen.findByText("It's far gone");
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(await readRound('player-1')).toBeNull();
  });
});
