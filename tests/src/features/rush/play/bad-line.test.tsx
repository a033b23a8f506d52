import '../runs.tsx';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { rushLock } from '../../../../../src/config/storage-keys.ts';
import { pass, settle } from '../../../../support/fake-clock.ts';
import { anotherTabWith, withLocks } from '../../../../support/fake-locks.ts';
import {
  ending,
  ends,
  judges,
  keyOf,
  NONE,
  open,
  option,
  play,
  press,
  question,
  seconds,
  standing,
  stands,
  startsAt,
  verdict,
} from '../runs.tsx';

describe('an answer that is lost on the line', () => {
  test('is kept and sent again by its key; then the server says how the clock stands', async () => {
    await play(3);
    const sent = judges('no answer', 'no answer', verdict(3));
    stands(standing(4, { leftMs: 6400 }));
    await pass(5000);
    await press('Lagos');
    expect(screen.getByText('No network. Your answer is kept.')).toBeDefined();
    expect(option('Lagos').className).toContain('picked');
    await pass(1000);
    expect(seconds()).toBe(9);
    await pass(2000);
    expect(option('Lagos').textContent).toContain('Correct');
    expect(screen.getByText('The line was lost. Your run goes on.')).toBeDefined();
    await pass(750);
    expect(question()).toBe('Question 4?');
    // What ran meanwhile is not given again.
    expect(seconds()).toBe(6);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await pass(4000);
    // Its place stays until the next question.
    const strip = screen.getByText('The line was lost. Your run goes on.').closest('p');
    expect(strip?.getAttribute('aria-hidden')).toBe('true');
  });

  test('is not answered for by a clock that has run out: the server judges it', async () => {
    await play();
    const sent = judges('no answer', verdict(1));
    stands(standing(2));
    await pass(14_500);
    await press('Lagos');
    await pass(900);
    expect(seconds()).toBe(0);
    expect(sent).toHaveLength(1);
    await pass(200);
    expect(option('Lagos').textContent).toContain('Correct');
  });

  test('that ends a run which went on without its player tells how it ended', async () => {
    await play();
    judges('no answer', verdict(1));
    stands(NONE);
    ends(ending('timeout', 15));
    await press('Lagos');
    await pass(1000);
    await pass(1200);
    expect(screen.getByRole('dialog', { name: 'OUT OF TIME' })).toBeDefined();
  });
});

describe('the page opened again', () => {
  test('goes on where the run stands, with its power-ups and its clock', async () => {
    const { unmount } = await playAndLeave();
    unmount();
    stands(standing(5, { leftMs: 7000, used: { skip: 2 }, optionsLeft: ['Lagos', 'Aba'] }));
    await open(null);
    expect(question()).toBe('Question 5?');
    expect(seconds()).toBe(7);
    expect(screen.getByRole('button', { name: /^Skip, ?Used$/ })).toBeDefined();
    expect(option('Kano').textContent).toContain('Taken away');
    expect(screen.getByText('Your run goes on.')).toBeDefined();
  });

  test('sends the answer that was on its way once more, by its key', async () => {
    const { unmount } = await playAndLeave();
    const sent = judges('no answer', verdict(1));
    await press('Lagos');
    unmount();
    stands(standing(3));
    await open(null);
    expect(question()).toBe('Question 3?');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
  });

  test('tells how a run ended meanwhile, and what it counted', async () => {
    const { unmount } = await playAndLeave();
    unmount();
    stands(NONE);
    ends(ending('timeout', 60));
    await open(null);
    const dialog = screen.getByRole('dialog', { name: 'OUT OF TIME' });
    expect(dialog.textContent).toContain('Your run has ended. 60 points count for today.');
  });

  test('plays a run that another phone began', async () => {
    stands(standing(9));
    await open(null);
    expect(question()).toBe('Question 9?');
  });

  test('with nothing to play says so, and leads to the entry', async () => {
    stands(NONE);
    await open(null);
    expect(screen.getByText('Unauthorized access')).toBeDefined();
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });

  test('with a payment that was not valid leads to the old address', async () => {
    await open({ isValid: false });
    expect(screen.getByText('At /mega-millionaire')).toBeDefined();
  });
});

test('a run that is played in another tab waits there, and goes on here when that is closed', async () => {
  const locks = withLocks();
  const other = anotherTabWith(locks, rushLock('player-1'));
  stands(standing(4));
  await open(null);
  expect(screen.getByRole('heading', { name: 'This game is open in another tab' })).toBeDefined();
  await other.close();
  await settle();
  expect(question()).toBe('Question 4?');
});

/** A run on this phone, whose page is closed again. */
async function playAndLeave() {
  startsAt(standing(1));
  const rendered = await open();
  await press('Kick off');
  return rendered;
}
