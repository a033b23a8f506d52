import '../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRound, saveRound } from '../../../../src/round/store.ts';
import { aRound } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { begun, ended, openPage, press, question, score, seconds, skipKickOff } from './play.tsx';

beforeEach(() => signIn());
afterEach(() => vi.unstubAllGlobals());

/** As on a phone whose player has not asked for less motion. */
const withMotion = () => vi.stubGlobal('matchMedia', () => ({ matches: false }));

async function openNew() {
  await saveRound(aRound());
  await openPage();
}

describe('before the first question', () => {
  test('3, 2 and 1 stand for 900 ms each, a lamp with each, and no clock runs', async () => {
    withMotion();
    await openNew();
    for (const [numeral, lit] of [
      ['3', 1],
      ['2', 2],
      ['1', 3],
    ] as const) {
      expect(screen.getByText('Kick-off in').nextSibling?.textContent).toBe(numeral);
      expect(document.querySelectorAll('.lit')).toHaveLength(lit);
      expect(seconds()).toBe(12);
      await pass(899);
      expect(screen.getByText('Kick-off in').nextSibling?.textContent).toBe(numeral);
      await pass(1);
    }
    expect(question()).toBe('Question number 1?');
    expect(seconds()).toBe(12);
    // The pitch grows over the card, and disappears.
    const swelling = document.querySelector('body > .over');
    swelling?.dispatchEvent(new Event('animationend'));
    expect([swelling?.ariaHidden, swelling?.isConnected]).toEqual(['true', false]);
  });

  test('with reduced motion the numerals change once a second', async () => {
    await openNew();
    await pass(999);
    expect(screen.getByText('3', { selector: 'b' })).toBeTruthy();
    await pass(1);
    expect(screen.getByText('2', { selector: 'b' })).toBeTruthy();
  });

  test.each([
    ['a tap anywhere', () => fireEvent.click(screen.getByText('for each'), { detail: 1 })],
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Tap to start now' }))],
    ['the space bar', () => fireEvent.keyDown(document.body, { key: ' ' })],
  ])('%s brings the question at once, with its whole time', async (_what, skip) => {
    await openNew();
    await pass(500);
    skip();
    await settle();
    expect(question()).toBe('Question number 1?');
    expect(seconds()).toBe(12);
    await pass(5000);
    expect(seconds()).toBe(7);
  });

  test('it says what is played, and the booster is no way to start', async () => {
    await openNew();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('English Premier League');
    expect(screen.getByText('for each').parentElement?.textContent).toBe('12 s for each');
    // Nothing has been spent yet: 150 coins are held for the game, apart from the 1,000.
    expect(screen.getByText('0 points, 1,150 coins')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '2x Boost' }), { detail: 1 });
    await settle();
    expect(screen.getByText('Kick-off in')).toBeTruthy();
  });

  test('it waits for who has left the screen', async () => {
    await openNew();
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(60_000);
    expect(screen.getByText('3', { selector: 'b' })).toBeTruthy();
    sight.mockRestore();
  });
});

describe('leaving before the first question', () => {
  test('is asked first, and the count waits; kept, nothing has begun', async () => {
    await openNew();
    await press('Leave the game');
    expect(screen.getByRole('dialog', { name: 'Leave the game?' }).textContent).toContain(
      'question 1 counts as missed and costs 15 coins. The rest come back.',
    );
    await pass(60_000);
    expect(screen.getByText('3', { selector: 'b' })).toBeTruthy();
    await press('Keep it for later');
    expect(screen.getByText('At /home')).toBeTruthy();
    expect((await readRound('player-1'))?.state).toBeNull();
  });

  test('can end it: one question is spent', async () => {
    const sent = answer('post', 'points', 'no answer');
    await openNew();
    await press('Leave the game');
    await press('End it');
    expect(sent[0]?.body).toMatchObject({ points: 0, coins: 15, score: 0 });
    expect(score()).toBe('0 of 1 right');
  });
});

describe('coming back to a parked game', () => {
  test('whose clock still runs goes on at once: a pause gives no time', async () => {
    await saveRound(begun(4, 5000));
    await openPage();
    expect(question()).toBe('Question number 5?');
    expect(seconds()).toBe(7);
  });

  test('whose question ran out kicks off to the next one, whose clock waits for it', async () => {
    await saveRound(begun(4, 60_000));
    await openPage();
    expect(screen.getByText('Question 6 in')).toBeTruthy();
    expect(ended().at(-1)).toBe('5: not answered');
    // Nothing is stored until the question comes: a player who leaves now has lost nothing more.
    expect((await readRound('player-1'))?.state?.rows).toHaveLength(4);
    await pass(2000);
    await skipKickOff();
    expect(question()).toBe('Question number 6?');
    expect(seconds()).toBe(12);
    expect((await readRound('player-1'))?.state?.rows).toHaveLength(5);
  });

  test('whose question ran out can be ended without paying for the next one', async () => {
    const sent = answer('post', 'points', 'no answer');
    await saveRound(begun(4, 60_000));
    await openPage();
    await press('Leave the game');
    expect(screen.getByRole('dialog').textContent).toContain('Question 6 is not open yet');
    await press('End it');
    expect(sent[0]?.body).toMatchObject({ points: 40, coins: 75 });
  });
});
