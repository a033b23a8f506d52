import { render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/app.tsx';
import { paths } from '../../../src/config/paths.ts';
import { DEFAULT_SESSION, updateSession } from '../../../src/session/session.ts';
import { aUser } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

vi.mock('../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));
vi.mock('../../../src/features/home/home-page.tsx', () => ({
  HomePage: () => <h1>The dashboard</h1>,
}));

/** A page that is missing here is one for players. */
const OPEN: readonly string[] = [
  paths.root,
  paths.landing,
  paths.onboarding,
  paths.tryFive,
  paths.login,
  paths.authenticate,
  paths.secureD,
  paths.campaign,
  paths.draw,
  paths.faqs,
  paths.privacy,
  paths.fairness,
];

const PLAYERS_ONLY = Object.values(paths)
  .filter((path) => !OPEN.includes(path))
  .map((path) => path.replace(/:\w+/g, 'a1b2'));

function arrive(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}

describe.each(PLAYERS_ONLY)('%s', (path) => {
  test('leads a visitor to the landing and says why', async () => {
    updateSession(DEFAULT_SESSION);
    arrive(path);
    await screen.findByText('Please Login');
    expect(location.pathname).toBe('/');
  });
});

test('a draw is there for everybody', async () => {
  updateSession(DEFAULT_SESSION);
  answer('get', 'raffle/draws/2026-11', { data: null });
  arrive('/rewards/draw/2026-11');
  await screen.findByRole('heading', { name: /^There is no draw of November/ });
  expect(location.pathname).toBe('/rewards/draw/2026-11');
});

test.each([
  ['out', 'You are logged out'],
  ['deleted', 'Your account is deleted'],
])('the landing says once that who left is %s', async (left, words) => {
  updateSession(DEFAULT_SESSION);
  sessionStorage.setItem('fom-left', left);
  arrive('/');
  await screen.findByText(words);
  expect(sessionStorage.getItem('fom-left')).toBeNull();
});

test.each([
  ['an address that nobody knows', '/no/such/page'],
  ['what a visitor may try', '/try'],
])('%s leads a player to the dashboard', async (_what, path) => {
  updateSession({ ...DEFAULT_SESSION, user: aUser(), token: 'token-of-ada', isLoggedIn: true });
  answer('get', 'payouts/wins', { data: [] });
  arrive(path);
  await screen.findByRole('heading', { name: 'The dashboard' });
  expect(location.pathname).toBe('/home');
});

test('an address that nobody knows shows the landing, and says nothing', async () => {
  updateSession(DEFAULT_SESSION);
  arrive('/no/such/page');
  await screen.findByRole('button', { name: 'Get started' });
  expect(screen.queryByText('Please Login')).toBeNull();
});
