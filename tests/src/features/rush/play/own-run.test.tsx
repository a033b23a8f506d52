import '../runs.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { questions } from '../../../../support/builders.ts';
import { pass } from '../../../../support/fake-clock.ts';
import { ends, open, option, press, question, startsAt } from '../runs.tsx';

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
