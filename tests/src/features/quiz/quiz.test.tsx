import '../../../support/fake-clock.ts';
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { isResult } from '../../../../src/outbox/entries.ts';
import { readEntries } from '../../../../src/outbox/store.ts';
import { readRound, saveRound } from '../../../../src/round/store.ts';
import { stepRound } from '../../../../src/rules/round.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass } from '../../../support/fake-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { begun, ended, open, openAt, press, question, seconds } from './play.tsx';

beforeEach(() => signIn());

/** Toasts are said once their region has been there for a moment. */
const toasts = () => pass(100);

describe('a stored round, opened by its address', () => {
  test('goes on at its question with the time that is left', async () => {
    await openAt(5, 5000);
    expect(question()).toBe('Question number 5?');
    expect(seconds()).toBe(7);
  });

  test('whose time ran out meanwhile goes on at the next question', async () => {
    await openAt(5, 60_000);
    expect(question()).toBe('Question number 6?');
    expect(ended().at(-1)).toBe('5: not answered');
    expect(seconds()).toBe(12);
  });

  test.each([
    ['of another category', '/quiz/la-liga/medium'],
    ['of another level', '/quiz/english-premier-league/hard'],
  ])('%s is far gone', async (_what, at) => {
    await saveRound(begun(4, 5000));
    await open(at);
    await toasts();
    expect(screen.getByText("It's far gone")).toBeTruthy();
    expect(screen.getByText('At /home')).toBeTruthy();
  });

  test('of another player is far gone', async () => {
    signIn(aUser({ id: 'player-2' }));
    await openAt(2);
    await toasts();
    expect(screen.getByText("It's far gone")).toBeTruthy();
  });

  test('past its 24 hours goes to the outbox with what was answered', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(4, 1000, { playableUntil: Date.now() - 1 });
    await toasts();
    expect(screen.getByText("It's far gone")).toBeTruthy();
    const [entry] = (await readEntries()).filter(isResult);
    expect(entry?.submission).toMatchObject({ points: 30, coins: 60, score: 3 });
    expect(await readRound('player-1')).toBeNull();
    expect(sent.length).toBeGreaterThan(0);
  });
});

describe('an answer', () => {
  test('right or wrong is told by colour, mark and word for 750 ms', async () => {
    await openAt(5);
    await press('Right 5');
    const right = screen.getByRole('button', { name: /^Right 5/ });
    expect(right.textContent).toBe('Right 5Correct +10');
    expect(right.classList.contains('right')).toBe(true);
    expect(right.querySelector('.mark svg')).toBeTruthy();
    expect(screen.getByText('Right answer')).toBeTruthy();
    await pass(749);
    expect(question()).toBe('Question number 5?');
    await pass(1);
    expect(question()).toBe('Question number 6?');

    await press('Wrong 6');
    const wrong = screen.getByRole('button', { name: /^Wrong 6/ });
    expect(wrong.textContent).toBe('Wrong 6Wrong');
    expect(wrong.classList.contains('wrong')).toBe(true);
    expect(wrong.querySelector('.mark svg')).toBeTruthy();
    expect(screen.getByText('Not the answer')).toBeTruthy();
    expect(ended().at(-1)).toBe('6: wrong');
  });

  test('is followed by the next card with its whole time', async () => {
    await openAt(5, 9000);
    expect(seconds()).toBe(3);
    await press('Right 5');
    await pass(750);
    expect(question()).toBe('Question number 6?');
    expect(seconds()).toBe(12);
    expect(document.activeElement?.textContent).toBe('Question number 6?');
  });

  test('cannot be changed, nor skipped, while it shows', async () => {
    await openAt(5);
    await press('Wrong 5');
    await press('Right 5');
    await press('Skip');
    expect(ended().at(-1)).toBe('5: wrong');
    await pass(750);
    expect(question()).toBe('Question number 6?');
  });
});

describe('the question', () => {
  const copy = (element: Element | null | undefined) => {
    const event = new Event('copy', { bubbles: true, cancelable: true });
    act(() => void element?.dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('and its options cannot be copied, the rest of the page can', async () => {
    await openAt(5);
    expect(copy(screen.getByRole('heading', { level: 1 }))).toBe(true);
    expect(copy(screen.getByText('Third'))).toBe(true);
    expect(copy(screen.getByText('Skip'))).toBe(false);
    expect(copy(screen.getByRole('timer'))).toBe(false);
    expect(copy(screen.getByText('1,000'))).toBe(false);
  });

  test('stands under the coins and the booster, which is not there yet', async () => {
    await openAt(5);
    expect(screen.getByText('1,000 coins')).toBeTruthy();
    await press('2x Boost');
    await toasts();
    expect(screen.getByText('Coming Soon')).toBeTruthy();
    // Its clock runs on: nothing may stand between it and its player.
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Right 5');
    expect(ended().at(-1)).toBe('5: right');
  });

  test.each(['Right 6', 'Skip'])(
    'that comes up as the time runs out takes no tap that was meant for the one before: %s',
    async (button) => {
      await openAt(5);
      await pass(12_000);
      expect(question()).toBe('Question number 6?');
      await press(button);
      await pass(299);
      await press(button);
      expect(ended().at(-1)).toBe('5: not answered');
      await pass(1);
      await press(button);
      expect(ended().at(-1)).toMatch(/^6: /);
    },
  );

  test('that is skipped or runs out costs its coins and earns nothing', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(9);
    await press('Skip');
    expect(question()).toBe('Question number 10?');
    expect(seconds()).toBe(12);
    await pass(12_000);
    expect(ended().slice(-2)).toEqual(['9: not answered', '10: not answered']);
    expect(screen.getByText('Question 10: time is up')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ points: 80, coins: 150, score: 8 });
  });

  test('that is the last one ends without a button under a tap that comes too late', async () => {
    answer('post', 'points', 'no answer');
    await openAt(10);
    await pass(12_000);
    await pass(599);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(1);
    expect(screen.getByRole('dialog', { name: '9 of 10 correct' })).toBeTruthy();
  });
});

describe('leaving', () => {
  test('is asked first, in these words, and can be taken back', async () => {
    await openAt(5);
    await press('Leave the game');
    const asked = screen.getByRole('dialog', { name: 'Leave the round?' });
    expect(asked.textContent).toContain('The coins of the questions you have seen are spent');
    expect(asked.textContent).not.toContain('spent.');
    await press('Keep playing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(question()).toBe('Question number 5?');
  });

  test('counts the points so far and the coins of the questions seen', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(5);
    await press('Leave the game');
    await press('Leave');
    expect(screen.getByRole('dialog', { name: '4 of 10 correct' })).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ points: 40, coins: 75, score: 4 });
  });
});

describe('the end of a round', () => {
  const lastOne = async (reply: Answer) => {
    const sent = answer('post', 'points', reply);
    await openAt(10);
    await press('Skip');
    expect(screen.getByRole('dialog', { name: '9 of 10 correct' })).toBeTruthy();
    await toasts();
    return sent;
  };

  test('shows what the server counted, and forgets the round', async () => {
    const user = aUser({ pointBalance: 850 });
    const sent = await lastOne({ data: { user, awarded: { points: 88, coins: 149 } } });
    expect(screen.getByText('Leaderboard updated successfully!')).toBeTruthy();
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
    expect(screen.getByText('At /home')).toBeTruthy();
  });

  test('leads to the bank account while there is none', async () => {
    signIn(aUser({ hasBank: false }));
    await lastOne({ data: { awarded: { points: 90, coins: 150 } } });
    expect(screen.queryByRole('button', { name: 'Go Home' })).toBeNull();
    await press('Add Withdrawal Account');
    expect(screen.getByText('At /profile')).toBeTruthy();
  });

  test("leads to the week's board: the day's stands still until the tournament is played", async () => {
    await lastOne({ data: { awarded: { points: 90, coins: 150 } } });
    await press('Leaderboard');
    expect(screen.getByText('At /daily?tab=current-week')).toBeTruthy();
  });

  test('without a network shows the points as provisional and keeps the result', async () => {
    await lastOne('no answer');
    expect(screen.getByText('Saved. We will send it when you are back online')).toBeTruthy();
    expect(screen.getByText('90')).toBeTruthy();
    expect(await readEntries()).toHaveLength(1);
    expect(screen.queryByText('Leaderboard updated successfully!')).toBeNull();
  });

  test('that the server refuses says why', async () => {
    await lastOne({ status: 410, code: 'round/expired', message: 'This round came too late.' });
    expect(screen.getByText('This round came too late.')).toBeTruthy();
  });

  test('that was reached before a crash is delivered on the next visit', async () => {
    const sent = answer('post', 'points', { data: { awarded: { points: 90, coins: 150 } } });
    const round = begun(9, 100);
    const state = round.state && stepRound(round.state, { type: 'skip', at: Date.now() });
    await saveRound({ ...round, state });
    await open();
    await toasts();
    expect(screen.getByText("It's far gone")).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(await readRound('player-1')).toBeNull();
  });
});
