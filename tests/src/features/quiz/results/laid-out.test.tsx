import '../../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aUser } from '../../../../support/builders.ts';
import { answer } from '../../../../support/fake-api.ts';
import { pass } from '../../../../support/fake-clock.ts';
import { signIn } from '../../../../support/render.tsx';
import { openAt, press, question, score } from '../play.tsx';

beforeEach(() => {
  localStorage.clear();
  signIn();
  const awarded = { points: 100, coins: 150 };
  answer('post', 'points', { data: { user: aUser(), awarded, place: null } });
});

const beneath = () => document.querySelector('main[aria-hidden]');
const tab = () => fireEvent.keyDown(document.body, { key: 'Tab' });
const TOLD = 'Leaderboard updated successfully!';

test('while the last answer shows, full time lies beneath it where nobody reads or reaches it', async () => {
  await openAt(10);
  await press('Right 10');
  await pass(200);
  expect(beneath()).toBeNull();
  await pass(400);
  expect(beneath()?.textContent).toContain('10 of 10 right');
  expect(beneath()?.textContent).toContain('Go Home');
  expect(screen.queryByRole('button', { name: 'Go Home' })).toBeNull();
  expect(question()).toBe('Question number 10?');
  expect(document.title).toContain('English Premier League');
  expect(screen.queryByText(TOLD)).toBeNull();
  expect(tab()).toBe(false);

  await pass(150);
  expect(beneath()).toBeNull();
  expect(score()).toBe('10 of 10 right');
  expect(document.activeElement?.textContent).toBe('Perfect!');
  expect(document.title).toContain('Full time');
  expect(screen.getByText(TOLD)).toBeTruthy();
  expect(tab()).toBe(true);
});
