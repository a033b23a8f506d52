import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/app.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../src/session/session.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

vi.mock('../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));
vi.mock('../../../src/features/home/dashboard/home-page.tsx', () => ({
  HomePage: () => <h1>The dashboard</h1>,
}));

/** Players' pages that are still to come. */
const TO_COME = ['/promo'];

const FOR_PLAYERS = [
  '/rewards',
  '/rewards/confirm',
  '/mega-millionaire',
  '/millionaire-rush',
  '/millionaire-rush/leaderboard',
  '/millionaire-rush/a1b2',
];

function arrive(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}

describe.each(FOR_PLAYERS)('%s', (path) => {
  test('leads a visitor to the landing and says why', async () => {
    updateSession(DEFAULT_SESSION);
    arrive(path);
    await screen.findByText('Please Login');
    expect(location.pathname).toBe('/');
  });
});

describe.each(TO_COME)('%s', (path) => {
  beforeEach(() => updateSession(DEFAULT_SESSION));

  test('leads a visitor to the landing and says why', async () => {
    arrive(path);
    await screen.findByText('Please Login');
    expect(screen.getByRole('button', { name: 'Get started' })).toBeTruthy();
    expect(location.pathname).toBe('/');
  });

  test('leads a player to the dashboard', async () => {
    signIn();
    arrive(path);
    await screen.findByRole('heading', { name: 'The dashboard' });
    expect(location.pathname).toBe('/home');
  });
});

test('a draw is there for everybody', async () => {
  updateSession(DEFAULT_SESSION);
  answer('get', 'raffle/draws/2026-11', { data: null });
  arrive('/rewards/draw/2026-11');
  await screen.findByRole('heading', { name: /^There is no draw of November/ });
  expect(location.pathname).toBe('/rewards/draw/2026-11');
});

test('an address that nobody knows shows the landing, and says nothing', async () => {
  updateSession(DEFAULT_SESSION);
  arrive('/no/such/page');
  await screen.findByRole('button', { name: 'Get started' });
  expect(screen.queryByText('Please Login')).toBeNull();
});
