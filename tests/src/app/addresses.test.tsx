import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/app.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../src/session/session.ts';
import { signIn } from '../../support/render.tsx';

vi.mock('../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));
vi.mock('../../../src/features/home/dashboard/home-page.tsx', () => ({
  HomePage: () => <h1>The dashboard</h1>,
}));

/** Players' pages that are still to come. */
const TO_COME = ['/rewards'];

const PLAYERS_ONLY = [
  '/mega-millionaire',
  '/millionaire-rush',
  '/millionaire-rush/leaderboard',
  '/millionaire-rush/a1b2',
  '/promo',
];

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

test('an address that nobody knows shows the landing, and says nothing', async () => {
  updateSession(DEFAULT_SESSION);
  arrive('/no/such/page');
  await screen.findByRole('button', { name: 'Get started' });
  expect(screen.queryByText('Please Login')).toBeNull();
});
