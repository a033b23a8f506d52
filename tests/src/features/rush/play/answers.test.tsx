import '../runs.tsx';
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastSuccess } from '../../../../../src/components/toast.ts';
import { currentSession } from '../../../../../src/session/session.ts';
import { held } from '../../../../support/fake-api.ts';
import { pass, settle } from '../../../../support/fake-clock.ts';
import {
  AT_PLAY,
  address,
  ending,
  ends,
  goBack,
  judges,
  keyOf,
  open,
  option,
  PLAY_ID,
  play,
  positionAt,
  press,
  question,
  seconds,
  startsAt,
  verdict,
} from '../runs.tsx';

describe('the kick-off', () => {
  test('asks for the questions when the player says so, once for the address', async () => {
    const started = startsAt(positionAt(1));
    await open();
    expect(screen.getByText(/The clock starts with the first question/)).toBeDefined();
    expect(started).toHaveLength(0);
    await press('Kick off');
    expect(question()).toBe('Question 1?');
    expect(started.map(keyOf)).toEqual([PLAY_ID]);
    expect(started[0]?.url.searchParams.get('device')).toMatch(/^[0-9a-f-]{36}$/);
    // A reload continues this run; its ticket no longer counts as unused.
    expect(address()).toBe(`${AT_PLAY} null`);
    expect(currentSession().user).toMatchObject({ rushTickets: 0 });
  });

  test('takes away what was said before: it would cover the ladder', async () => {
    startsAt(positionAt(1));
    await open();
    act(() => void toastSuccess('Payment made successfully'));
    expect(screen.getByText('Payment made successfully')).toBeDefined();
    await press('Kick off');
    await pass(1000);
    expect(screen.queryByText('Payment made successfully')).toBeNull();
  });

  test('a start without an answer says so, and is tried again by the same key', async () => {
    const started = startsAt('no answer', positionAt(1));
    await open();
    await press('Kick off');
    expect(
      screen.getByRole('heading', { level: 1, name: 'Failed to load questions' }),
    ).toBeDefined();
    await press('Try again');
    expect(question()).toBe('Question 1?');
    expect(new Set(started.map(keyOf))).toEqual(new Set([PLAY_ID]));
  });

  test('a refused start is told, and leads to the entry', async () => {
    startsAt({ status: 409, code: 'rush/no-ticket', message: 'You have no ticket left' });
    await open();
    await press('Kick off');
    expect(screen.getByText('You have no ticket left')).toBeDefined();
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });
});

describe('an answer', () => {
  test('is marked until it is judged; right brings the next question with the same reply', async () => {
    await play();
    const reply = held(verdict(1));
    const sent = judges(reply.answer);
    await pass(3000);
    await press('Lagos');
    expect(option('Lagos').className).toContain('picked');
    expect(option('Kano').disabled).toBe(true);
    // The clock runs until the verdict arrives.
    await pass(1000);
    expect(seconds()).toBe(11);
    await reply.release();
    expect(option('Lagos').textContent).toContain('Correct +15');
    expect(screen.getByText('Right answer')).toBeDefined();
    await pass(750);
    expect(question()).toBe('Question 2?');
    expect(seconds()).toBe(15);
    expect(screen.getByRole('button', { name: /^Level 2 · 15 points/ })).toBeDefined();
    expect(sent.map(({ body }) => body)).toEqual([
      { level: 1, choice: 'Lagos', end: 'answered', ms: 3000 },
    ]);
  });

  test('is one: what is done before the screen has drawn it again changes nothing', async () => {
    await play();
    const sent = judges(verdict(1));
    act(() => {
      option('Lagos').click();
      option('Kano').click();
      option('Lagos').click();
    });
    await settle();
    expect(sent).toHaveLength(1);
  });

  test('that is wrong shows the right one, and after 1.2 s how far the player came', async () => {
    await play(6);
    judges(verdict(6, 'wrong'));
    const ended = ends(ending('wrong', 75));
    await press('Kano');
    expect(option('Kano').textContent).toContain('Wrong');
    expect(option('Lagos').textContent).toContain('Right answer');
    await pass(1199);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(1);
    const dialog = screen.getByRole('dialog', { name: 'Wrong Answer' });
    expect(dialog.textContent).toContain('You reached level 6 of 15.');
    expect(dialog.textContent).toContain('75 points count for today.');
    expect(screen.getByText('Leaderboard updated successfully!')).toBeDefined();
    expect(ended.map(({ body }) => body)).toEqual([
      { points: 0, coins: 0, score: 0, round: { id: 'run-1' } },
    ]);
    await press('Play Again');
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });

  test('that did not come in time ends the run: OUT OF TIME after 1.2 s', async () => {
    await play();
    const sent = judges(verdict(1, 'timeout'));
    ends(ending('timeout', 0));
    await pass(14_999);
    expect(sent).toHaveLength(0);
    await pass(1);
    expect(sent[0]?.body).toEqual({ level: 1, choice: null, end: 'timeout', ms: 15_000 });
    expect(option('Kano').disabled).toBe(true);
    await pass(1199);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(1);
    expect(screen.getByRole('dialog', { name: 'OUT OF TIME' })).toBeDefined();
  });

  test('to the last question wins: the jackpot, then the board', async () => {
    await play(15, { used: { skip: 4, 'double-points': 8 }, score: 210 });
    judges(verdict(15, 'right', { score: 225 }));
    ends(ending('jackpot', 225));
    await press('Lagos');
    await pass(750);
    const dialog = screen.getByRole('dialog', { name: 'JACKPOT!' });
    // A skipped question was not answered right.
    expect(dialog.textContent).toContain('14/15');
    expect(dialog.textContent).toContain('225');
    expect(screen.getByText('Leaderboard updated successfully!')).toBeDefined();
    await press('View Leaderboard');
    expect(address()).toMatch(/^\/millionaire-rush\/leaderboard /);
  });

  test('that the game itself could not take gives the ticket back', async () => {
    await play();
    judges(verdict(1, 'timeout', { ticketBack: true }));
    ends(ending('timeout', 0, { ticketBack: true }));
    await pass(15_000);
    await pass(1200);
    expect(screen.getByRole('dialog', { name: 'Your ticket is back' })).toBeDefined();
    expect(screen.queryByText('Leaderboard updated successfully!')).toBeNull();
    await press('Play again');
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });
});

test('nothing of a question can be copied', async () => {
  await play();
  const copy = createEvent.copy(screen.getByRole('article'));
  fireEvent(screen.getByRole('article'), copy);
  expect(copy.defaultPrevented).toBe(true);
});

describe('leaving', () => {
  test('is asked first; the clock runs on', async () => {
    await play();
    await press('Leave the game');
    await pass(2000);
    expect(screen.getByText('Your ticket is used. The points you have won count.')).toBeDefined();
    expect(seconds()).toBe(13);
    await press('Keep playing');
    expect(question()).toBe('Question 1?');
  });

  test("is asked by the phone's Back, too, which closes the ladder first", async () => {
    await play();
    await press(/Open the ladder/);
    await goBack();
    expect(screen.queryByRole('dialog')).toBeNull();
    await goBack();
    expect(screen.getByRole('dialog', { name: 'Leave the run?' })).toBeDefined();
    await goBack();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(question()).toBe('Question 1?');
  });

  test('ends the run, and leads to the entry', async () => {
    await play(3);
    const ended = ends(ending('left', 30));
    await press('Leave the game');
    await press('Leave');
    expect(ended).toHaveLength(1);
    expect(screen.getByText('Leaderboard updated successfully!')).toBeDefined();
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });

  test('without a line waits 6 s, and says that the run ends by itself', async () => {
    await play();
    ends('no answer');
    await press('Leave the game');
    await press('Leave');
    await pass(6000);
    expect(
      screen.getByText('No network. Your run ends by itself, and its points count.'),
    ).toBeDefined();
    expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  });
});
