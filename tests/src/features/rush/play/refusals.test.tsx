import '../runs.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '../../../../support/fake-clock.ts';
import {
  ending,
  ends,
  judges,
  NONE,
  open,
  play,
  positionAt,
  press,
  question,
  stands,
  startsAt,
  verdict,
} from '../runs.tsx';

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
