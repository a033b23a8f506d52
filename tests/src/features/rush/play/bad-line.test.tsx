import '../runs.tsx';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { rushLock } from '../../../../../src/config/storage-keys.ts';
import { held } from '../../../../support/fake-api.ts';
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
  positionAt,
  powers,
  press,
  question,
  run,
  seconds,
  stands,
  startsAt,
  verdict,
} from '../runs.tsx';

describe('an answer that is lost on the line', () => {
  test('is kept and sent again by its key; the repeat says how the clock stands', async () => {
    await play(3);
    const repeat = { ...verdict(3), meta: run(4, { leftMs: 6400 }) };
    const sent = judges('no answer', 'no answer', repeat);
    await pass(5000);
    await press('Lagos');
    expect(screen.getByText('No network. Your answer is kept.')).toBeDefined();
    expect(option('Lagos').className).toContain('picked');
    // Buttons that do not work without a connection must look disabled.
    expect(screen.getByRole('button', { name: 'Skip' }).getAttribute('aria-disabled')).toBe('true');
    await pass(1000);
    expect(seconds()).toBe(9);
    await pass(2000);
    expect(option('Lagos').textContent).toContain('Correct');
    expect(screen.getByText('The line was lost. Your run goes on.')).toBeDefined();
    await pass(750);
    expect(question()).toBe('Question 4?');
    // It stays in sight, and is not announced again.
    expect(screen.getByText('The line was lost. Your run goes on.').closest('[role]')).toBeNull();
    expect(screen.queryByText(/Same question/)).toBeNull();
    // The time that ran meanwhile is lost.
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
    stands(positionAt(2));
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
    judges('no answer', { ...verdict(1), meta: { run: null } });
    stands(NONE);
    ends(ending('timeout', 15));
    await press('Lagos');
    await pass(1000);
    await pass(1200);
    expect(screen.getByRole('dialog', { name: 'OUT OF TIME' })).toBeDefined();
  });
});

test('an answer that came too late was not judged: it is not called wrong', async () => {
  await play();
  judges(verdict(1, 'timeout'));
  ends(ending('timeout', 0));
  await pass(14_900);
  await press('Kano');
  expect(option('Kano').textContent).toBe('B. BKano');
  expect(option('Lagos').textContent).toContain('Right answer');
});

test('a slow line gets its reply: each try is waited for twice as long', async () => {
  await play();
  const slow = held(verdict(1));
  const sent = judges(slow.answer);
  await press('Lagos');
  await pass(6000);
  expect(screen.getByText('No network. Your answer is kept.')).toBeDefined();
  await pass(1000);
  expect(sent).toHaveLength(2);
  await pass(11_000);
  expect(sent).toHaveLength(2);
  await slow.release();
  await settle();
  expect(option('Lagos').textContent).toContain('Correct');
});

test('a power-up whose run ended before its reply came leads to the end', async () => {
  await play();
  powers('no answer', { data: { next: null }, meta: { run: null } });
  stands(NONE);
  ends(ending('timeout', 0));
  await press('50/50');
  await pass(1000);
  await pass(1200);
  expect(screen.getByRole('dialog', { name: 'OUT OF TIME' })).toBeDefined();
});

test('what an end counts is said once the server has said it', async () => {
  await play(6);
  const last = held(verdict(6, 'timeout', { ticketBack: true }));
  judges(last.answer);
  ends(ending('timeout', 0, { ticketBack: true }));
  await pass(15_000);
  await pass(1200);
  const dialog = screen.getByRole('dialog', { name: 'OUT OF TIME' });
  expect(dialog.textContent).toContain('You reached level 6 of 15.');
  expect(dialog.textContent).not.toContain('count for today');
  await last.release();
  await settle();
  expect(screen.getByRole('dialog', { name: 'Your ticket is back' })).toBeDefined();
});

describe('the page opened again', () => {
  test('goes on where the run stands, with its power-ups and its clock', async () => {
    const { unmount } = await playAndLeave();
    unmount();
    stands(positionAt(5, { leftMs: 7000, used: { skip: 2 }, optionsLeft: ['Lagos', 'Aba'] }));
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
    stands(positionAt(3));
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
    stands(positionAt(9));
    await open(null);
    expect(question()).toBe('Question 9?');
  });

  test('says that it looks for the run as long as it has no line', async () => {
    stands('no answer');
    await open(null);
    expect(screen.getByRole('heading', { name: 'Your run' })).toBeDefined();
    expect(screen.queryByText(/The clock starts with the first question/)).toBeNull();
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
  stands(positionAt(4));
  await open(null);
  expect(screen.getByRole('heading', { name: 'This game is open in another tab' })).toBeDefined();
  await other.close();
  await settle();
  expect(question()).toBe('Question 4?');
});

/** A run on this phone, whose page is closed again. */
async function playAndLeave() {
  startsAt(positionAt(1));
  const rendered = await open();
  await press('Kick off');
  return rendered;
}
