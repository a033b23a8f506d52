import '../../../support/fake-clock.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { isResult } from '../../../../src/outbox/entries.ts';
import { readEntries } from '../../../../src/outbox/store.ts';
import { readRound, saveRound } from '../../../../src/round/store.ts';
import { stepRound } from '../../../../src/rules/round.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { replyAt } from '../../../support/phone-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { begun, ended, open, openAt, option, press, question, score, seconds } from './play.tsx';

beforeEach(() => signIn());

/** Toasts are announced once their region has been there for a moment. */
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
    replyAt(Date.now());
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
  test('right is told by colour, mark and word for 750 ms', async () => {
    await openAt(5);
    await press('Right 5');
    const right = option('Right 5');
    expect(right.textContent).toContain('Correct +10');
    expect(right.classList.contains('right')).toBe(true);
    expect(right.querySelector('.mark svg')).toBeTruthy();
    expect(screen.getByText('Right answer')).toBeTruthy();
    await pass(749);
    expect(question()).toBe('Question number 5?');
    await pass(1);
    expect(question()).toBe('Question number 6?');
  });

  test('wrong shows the right one beside it for 1,100 ms, and says which it is', async () => {
    await openAt(6);
    await press('Wrong 6');
    const wrong = option('Wrong 6');
    expect(wrong.textContent).toContain('Wrong');
    expect(wrong.classList.contains('wrong')).toBe(true);
    expect(wrong.querySelector('.mark svg')).toBeTruthy();
    const right = option('Right 6');
    expect(right.classList.contains('missed')).toBe(true);
    const name = { name: /^[A-D]\. ?Right 6\. ?Right answer$/ };
    expect(screen.getByRole('button', name)).toBe(right);
    const letter = right.textContent?.[0];
    expect(screen.getByText(`Wrong. The right answer is ${letter}, Right 6.`)).toBeTruthy();
    expect(ended().at(-1)).toBe('6: wrong');
    await pass(1099);
    expect(question()).toBe('Question number 6?');
    await pass(1);
    expect(question()).toBe('Question number 7?');
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
    await pass(1100);
    expect(question()).toBe('Question number 6?');
  });

  test.each([
    ['a tap', () => fireEvent.click(screen.getByRole('article'), { detail: 1 })],
    ['Enter', () => fireEvent.keyDown(document.body, { key: 'Enter' })],
  ])('that is shown goes on by %s, not by what was meant for it', async (_how, goOn) => {
    await openAt(5);
    await press('Wrong 5');
    await pass(399);
    goOn();
    await settle();
    expect(question()).toBe('Question number 5?');
    await pass(1);
    goOn();
    await settle();
    expect(question()).toBe('Question number 6?');
    expect(seconds()).toBe(12);
    expect(ended()).toHaveLength(5);
  });
});

describe('keys', () => {
  test('1 to 4 and A to D answer, S skips, Escape asks to leave', async () => {
    const key = async (name: string, parts: object = {}) => {
      fireEvent.keyDown(document.body, { key: name, ...parts });
      await settle();
    };
    await openAt(5);
    await key('1', { repeat: true });
    await key('c', { ctrlKey: true });
    expect(ended()).toHaveLength(4);
    await key('2');
    expect(screen.getAllByRole('button', { name: /(Correct|Wrong)/ })[0]?.textContent).toMatch(
      /^B/,
    );
    await pass(1100);
    await key('D');
    expect(ended()).toHaveLength(6);
    await pass(1100);
    await key('s');
    expect(ended().at(-1)).toBe('7: not answered');
    await key('Escape');
    expect(screen.getByRole('dialog', { name: 'Leave the game?' })).toBeTruthy();
    // The dialog has the keys now.
    await key('1');
    expect(ended()).toHaveLength(7);
  });
});

describe('the bar', () => {
  test('counts points and coins as they move, and the answers right in a row', async () => {
    await openAt(2);
    // 150 coins are held for the game: 1,000 are left apart from them. Two questions were seen.
    expect(screen.getByText('10 points, 1,120 coins')).toBeTruthy();
    expect(screen.queryByText('in a row')).toBeNull();
    await press('Right 2');
    expect(screen.getByText('20 points, 1,120 coins')).toBeTruthy();
    expect(screen.getByText('in a row').parentElement?.textContent).toBe('2 in a row');
    await pass(750);
    expect(screen.getByText('20 points, 1,105 coins')).toBeTruthy();
    await press('Right 3');
    await pass(750);
    expect(screen.getByText('in a row').parentElement?.textContent).toBe('3 in a row');
    await press('Wrong 4');
    expect(screen.getByText('in a row').parentElement?.getAttribute('aria-hidden')).toBe('true');
    expect(document.querySelectorAll('.joined')).toHaveLength(2);
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
    expect(copy(screen.getByText('40'))).toBe(false);
  });

  test('stands under the booster, which is not there yet', async () => {
    await openAt(5);
    await press('2x Boost');
    await toasts();
    expect(screen.getByText('Coming Soon')).toBeTruthy();
    // Its clock runs on, so nothing may come between it and its player.
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Right 5');
    expect(ended().at(-1)).toBe('5: right');
  });

  test('whose time is up says so on screen, with the right answer, and goes on after 1,500 ms', async () => {
    await openAt(5);
    await pass(12_000);
    expect(screen.getByRole('timer').textContent).toBe('Time up');
    expect(screen.getByText('Time is up. No points for this one.')).toBeTruthy();
    expect(option('Right 5').textContent).toContain('Right answer');
    expect(screen.getByText(/^Time is up. The right answer is [A-D], Right 5.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
    await pass(1499);
    expect(question()).toBe('Question number 5?');
    await pass(1);
    expect(question()).toBe('Question number 6?');
    expect(seconds()).toBe(12);
  });

  test('whose time is up takes no tap that was meant for it, and then goes on by one', async () => {
    await openAt(5);
    await pass(12_000);
    const tap = () => fireEvent.click(screen.getByRole('article'), { detail: 1 });
    await pass(399);
    tap();
    await settle();
    expect(question()).toBe('Question number 5?');
    await pass(1);
    tap();
    await settle();
    expect(question()).toBe('Question number 6?');
  });

  test.each(['Right 6', 'Skip'])(
    'that has just come up takes no tap that was meant to go on: %s',
    async (name) => {
      await openAt(5);
      await press('Wrong 5');
      await pass(1100);
      const button = () => (name === 'Skip' ? screen.getByRole('button', { name }) : option(name));
      const tap = async () => {
        fireEvent.click(button(), { detail: 1 });
        await settle();
      };
      await tap();
      await pass(299);
      await tap();
      expect(ended().at(-1)).toBe('5: wrong');
      await pass(1);
      await tap();
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
    expect(sent[0]?.body).toMatchObject({ points: 80, coins: 150, score: 8 });
  });

  test('that is the last one shows how it ended before the results', async () => {
    answer('post', 'points', 'no answer');
    await openAt(10);
    await pass(12_000);
    expect(screen.getByText('Time up')).toBeTruthy();
    await pass(1499);
    expect(score()).toBeNull();
    await pass(1);
    expect(score()).toBe('9 of 10 right');
  });

  test('that is the last one goes on by a tap, and is counted once', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(10);
    await press('Wrong 10');
    await pass(400);
    fireEvent.click(screen.getByRole('article'), { detail: 1 });
    await settle();
    expect(score()).toBe('9 of 10 right');
    expect(sent).toHaveLength(1);
    expect(await readRound('player-1')).toBeNull();
  });
});

describe('leaving', () => {
  const asked = () => screen.getByRole('dialog', { name: 'Leave the game?' });

  test('is asked first, says that time runs, and can be taken back', async () => {
    await openAt(5);
    await press('Leave the game');
    expect(asked().textContent).toContain(
      'Time still runs for this question. If you end the game, the coins of the questions you have seen are spent.',
    );
    await press('Keep playing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(question()).toBe('Question number 5?');
  });

  test("is asked by the phone's Back, too, and keeps the game for later", async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(5);
    await pass(10);
    history.back();
    await pass(10);
    expect(asked()).toBeTruthy();
    await press('Keep it for later');
    expect(screen.getByText('At /home')).toBeTruthy();
    expect(sent).toHaveLength(0);
    expect((await readRound('player-1'))?.state?.rows).toHaveLength(4);
  });

  test('ends it: the points so far and the coins of the questions seen', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openAt(5);
    await press('Leave the game');
    await press('End it');
    expect(score()).toBe('4 of 5 right');
    expect(sent[0]?.body).toMatchObject({ points: 40, coins: 75, score: 4 });
  });

  test('while time runs on: a question that runs out meanwhile is over', async () => {
    await openAt(5);
    await press('Leave the game');
    await pass(13_500);
    expect(asked()).toBeTruthy();
    expect(ended().at(-1)).toBe('5: not answered');
  });
});

describe('the end of a round', () => {
  const lastOne = async (reply: Answer) => {
    const sent = answer('post', 'points', reply);
    await openAt(10);
    await press('Skip');
    expect(score()).toBe('9 of 10 right');
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

  test('without a network shows the points as provisional and keeps the result', async () => {
    await lastOne('no answer');
    expect(screen.getByText('Saved. We will send it when you are back online')).toBeTruthy();
    expect(screen.getByText('Points, not final yet')).toBeTruthy();
    expect(screen.getByText('9 right × 10')).toBeTruthy();
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
