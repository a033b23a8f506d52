import './runs.tsx';
import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastSuccess } from '../../../../src/components/toast.ts';
import { rushLock } from '../../../../src/config/storage-keys.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { questions } from '../../../support/builders.ts';
import { held } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import { PAYLOADS } from '../../../support/payloads.ts';
import { expectTexts } from '../../../support/shown-as-text.ts';
import {
  AT_PLAY,
  address,
  dealt,
  ending,
  ends,
  goBack,
  judges,
  keyOf,
  NONE,
  open,
  option,
  PLAY_ID,
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
} from './runs.tsx';

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

const LIST = questions(15);

/** An API without sealed runs: it sends the whole list. */
async function playOwn() {
  startsAt({ data: LIST });
  const rendered = await open();
  await press('Kick off');
  await pass(750);
  return rendered;
}

const right = (level: number) => LIST[level - 1]?.answer ?? '';

const wrong = (level: number) => LIST[level - 1]?.options.find((one) => one !== right(level)) ?? '';

async function climb(to: number) {
  for (let level = 1; level <= to; level += 1) {
    await press(new RegExp(`^${right(level)}`));
    await pass(750);
  }
}

test('the phone judges by the same rules, and posts what it has counted', async () => {
  await playOwn();
  const sent = ends({ data: { user: null } });
  await climb(4);
  expect(screen.getByRole('button', { name: /^Level 5 · 60 points/ })).toBeDefined();
  await press(new RegExp(`^${wrong(5)}`));
  expect(option(right(5)).textContent).toContain('Right answer');
  await pass(1200);
  expect(screen.getByRole('dialog', { name: 'Wrong Answer' })).toBeDefined();
  expect(sent.map(({ body }) => body)).toEqual([{ points: 60, coins: 0, score: 4 }]);
});

test('all power-ups work without the server', async () => {
  await playOwn();
  await press('Double Points');
  await press('50/50');
  expect(screen.getAllByText('Taken away')).toHaveLength(2);
  await press('Time Freeze');
  await pass(20_000);
  expect(screen.getByText('Clock stopped')).toBeDefined();
  await press('Skip');
  await pass(750);
  expect(question()).toBe(LIST[1]?.question);
});

test('a reload goes on with it, its clock as it stands', async () => {
  const { unmount } = await playOwn();
  await climb(2);
  await pass(5000);
  unmount();
  await pass(3000);
  await open(null);
  expect(question()).toBe(LIST[2]?.question);
  expect(screen.getByRole('timer').textContent).toContain('7s');
});

test('a result that did not arrive is sent again, and the page opened again sends it, too', async () => {
  const { unmount } = await playOwn();
  const sent = ends('no answer', 'no answer', { data: { user: null } });
  await press(new RegExp(`^${wrong(1)}`));
  await pass(1200);
  expect(sent.length).toBeGreaterThan(0);
  expect(screen.queryByText('Leaderboard updated successfully!')).toBeNull();
  unmount();
  await open(null);
  await pass(2000);
  expect(screen.getByRole('dialog', { name: 'Wrong Answer' })).toBeDefined();
  expect(localStorage.getItem('fom-rush')).toBeNull();
});

const isShut = (name: string | RegExp) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

test('Skip deals the next question, adds no points, and is used up', async () => {
  await play(4);
  const sent = powers({ data: { next: dealt(5) }, meta: run(5, { score: 45, used: { skip: 4 } }) });
  await press('Skip');
  expect(sent[0]?.body).toEqual({ level: 4, powerUp: 'skip' });
  expect(question()).toBe('Question 5?');
  expect(
    screen.getByRole('button', { name: /^Level 5 · 45 points.*Top: 210 points/ }),
  ).toBeDefined();
  expect(isShut(/^Skip, ?Used$/)).toBe(true);
});

test('Skip is shut at the last level', async () => {
  await play(15);
  const sent = powers();
  expect(isShut('Skip')).toBe(true);
  await press('Skip');
  expect(sent).toHaveLength(0);
});

test('Time Freeze stops the clock for 30 s, then it runs on', async () => {
  await play();
  await pass(6000);
  powers({
    data: { next: null },
    meta: run(1, { leftMs: 8800, frozenMs: 30_000, used: { 'time-freeze': 1 } }),
  });
  await press('Time Freeze');
  expect(screen.getByRole('timer').textContent).toContain('9s');
  expect(screen.getByRole('img', { name: 'Clock stopped at' })).toBeDefined();
  expect(screen.getByText('Clock stopped')).toBeDefined();
  expect(screen.getByText('Clock stopped at 9 seconds')).toBeDefined();
  await pass(29_000);
  expect(seconds()).toBe(9);
  await pass(3000);
  expect(seconds()).toBe(7);
  expect(screen.queryByText('Clock stopped')).toBeNull();
});

test('Double Points says so, and the right answer brings 30', async () => {
  await play(11);
  powers({ data: { next: null }, meta: run(11, { used: { 'double-points': 11 } }) });
  await press('Double Points');
  expect(screen.getByText('Double Points Implemented')).toBeDefined();
  expect(screen.getByText('Double on')).toBeDefined();
  expect(screen.getByText('This one: 30 points')).toBeDefined();
  judges(verdict(11, 'right', { score: 180 }));
  await press('Lagos');
  expect(option('Lagos').textContent).toContain('+30');
});

test('50/50 takes two answers away; they stay in their places and cannot be chosen', async () => {
  await play();
  powers({
    data: { next: null },
    meta: run(1, { optionsLeft: ['Lagos', 'Jos'], used: { 'fifty-fifty': 1 } }),
  });
  await press('50/50');
  for (const gone of ['Kano', 'Aba']) {
    expect(option(gone).disabled).toBe(true);
    expect(option(gone).textContent).toContain('Taken away');
  }
  expect(screen.getByText('Taken away: Kano, Aba')).toBeDefined();
  expect(option('Jos').disabled).toBe(false);
});

test('what was said of one is not said again with the next', async () => {
  await play();
  const gone = { optionsLeft: ['Lagos', 'Jos'], used: { 'fifty-fifty': 1 } };
  powers({ data: { next: null }, meta: run(1, gone) });
  await press('50/50');
  const said = screen.getByText('Taken away: Kano, Aba');
  powers({
    data: { next: null },
    meta: run(1, { ...gone, leftMs: 8800, frozenMs: 30_000 }),
  });
  await press('Time Freeze');
  expect(screen.getByText('Clock stopped at 9 seconds')).not.toBe(said);
  expect(screen.getByText('Taken away: Kano, Aba')).toBe(said);
});

test('a used one keeps the focus: who plays by keys goes on from there', async () => {
  await play();
  powers({ data: { next: null }, meta: run(1, { used: { 'double-points': 1 } }) });
  screen.getByRole('button', { name: 'Double Points' }).focus();
  await press('Double Points');
  expect(document.activeElement?.textContent).toBe('Double Points, Used');
});

test('while one is on its way nothing else can be done', async () => {
  await play();
  const reply = held({ data: { next: null }, meta: run(1, { used: { 'double-points': 1 } }) });
  const sent = powers(reply.answer);
  await press('Double Points');
  await press('Lagos');
  await press('50/50');
  await reply.release();
  expect(sent).toHaveLength(1);
  expect(screen.getByText('Double on')).toBeDefined();
});

test('one that is refused is told, and the run goes on where it stands', async () => {
  await play();
  powers({ status: 409, code: 'rush/power-up-refused', message: 'It was used already' });
  stands(positionAt(1, { used: { skip: 1 }, leftMs: 9000 }));
  await press('Skip');
  expect(screen.getByText('It was used already')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Skip, ?Used$/ })).toBeDefined();
  expect(seconds()).toBe(9);
});

test('the ladder tells what each level brings, and its keys use a power-up', async () => {
  await play(6, { score: 60, used: { skip: 4 } });
  await press(/Open the ladder/);
  const ladder = screen.getByRole('dialog', { name: 'Ladder and power-ups' });
  const rungs = within(ladder)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rungs[0]).toBe('15 Jackpot210');
  expect(rungs[9]).toBe('6 You are here75');
  expect(rungs[11]).toBe('4 Skipped+0');
  expect(within(ladder).getByRole('button', { name: /Skip Used on level 4/ })).toBeDefined();
  expect(within(ladder).getByRole('button', { name: 'Close. The clock is running' })).toBeDefined();
  powers({
    data: { next: null },
    meta: run(6, { score: 60, used: { skip: 4, 'double-points': 6 } }),
  });
  await press(/Double Points This question: 30, not 15/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Double on')).toBeDefined();
});

const GONE = { status: 404, code: 'rush/unknown', message: 'There is no such run' };

const kept = () => localStorage.getItem('fom-rush');

test('a start beside a run of another phone goes on with that one', async () => {
  startsAt({ status: 409, code: 'rush/running', message: 'Another run is open' });
  stands(positionAt(7));
  await open();
  await press('Kick off');
  expect(question()).toBe('Question 7?');
});

test('a run that the server does not know any more stands before no other one', async () => {
  startsAt(positionAt(1));
  const { unmount } = await open();
  await press('Kick off');
  unmount();
  stands(NONE);
  ends(GONE);
  await open(null);
  expect(screen.getByText('There is no such run')).toBeDefined();
  expect(screen.getByText('At /millionaire-rush')).toBeDefined();
  expect(kept()).toBeNull();
});

test('nor does one whose end is refused while it is looked at', async () => {
  await play();
  judges(verdict(1, 'wrong'));
  ends(GONE);
  await press('Kano');
  await pass(1200);
  expect(screen.getByRole('dialog', { name: 'Wrong Answer' })).toBeDefined();
  expect(kept()).toBeNull();
});

test('to leave is refused with the reason, and leads to the entry', async () => {
  await play();
  ends(GONE);
  await press('Leave the game');
  await press('Leave');
  expect(screen.getByText('There is no such run')).toBeDefined();
  expect(screen.getByText('At /millionaire-rush')).toBeDefined();
});

test('an end that comes after one that was none is seen as long as any', async () => {
  await play();
  // Another phone has answered before the time was up here.
  judges({ status: 409, code: 'rush/level-over', message: 'Over' }, verdict(2, 'wrong'));
  stands(positionAt(2));
  await pass(15_000);
  await pass(1200);
  expect(question()).toBe('Question 2?');
  ends(ending('wrong', 15));
  await press('Kano');
  await pass(1199);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(1);
  expect(screen.getByRole('dialog', { name: 'Wrong Answer' })).toBeDefined();
});

const text = (place: number) => PAYLOADS[place % PAYLOADS.length] ?? '';

/** A level in which every text is a payload. */
const hostile = (level: number) => ({
  ...dealt(level),
  question: text(level),
  options: [1, 2, 3, 4].map((place) => text(level + place)),
});

const allOf = (level: number) => [hostile(level).question, ...hostile(level).options];

test('questions, options, what a power-up leaves and how a run ended are texts and nothing else', async () => {
  startsAt({ data: hostile(1), meta: run(1) });
  await open();
  await press('Kick off');
  expectTexts(...allOf(1));
  const skipped = { next: hostile(2), ended: null, answer: null, ticketBack: false };
  powers({ data: skipped, meta: run(2, { powerUps: [], used: { skip: 1 } }) });
  await press(/^Skip/);
  await settle();
  expectTexts(...allOf(2));
  const { data } = verdict(2, 'wrong', { answer: text(3) });
  judges({ data });
  ends(ending('wrong', 15));
  const [, second] = screen.getByRole('article').getElementsByTagName('button');
  if (second) fireEvent.click(second);
  await settle();
  expectTexts();
});
