import '../runs.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { held } from '../../../../support/fake-api.ts';
import { pass } from '../../../../support/fake-clock.ts';
import {
  dealt,
  judges,
  option,
  play,
  positionAt,
  powers,
  press,
  question,
  run,
  seconds,
  stands,
  verdict,
} from '../runs.tsx';

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
