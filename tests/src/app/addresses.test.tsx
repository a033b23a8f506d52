import { render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/app.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../src/session/session.ts';

vi.mock('../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));
vi.mock('../../../src/features/home/dashboard/home-page.tsx', () => ({
  HomePage: () => <h1>The dashboard</h1>,
}));

const PLAYERS_ONLY = [
  '/mega-millionaire',
  '/millionaire-rush',
  '/millionaire-rush/leaderboard',
  '/millionaire-rush/a1b2',
  '/promo',
  '/rewards',
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

test('an address that nobody knows shows the landing, and says nothing', async () => {
  updateSession(DEFAULT_SESSION);
  arrive('/no/such/page');
  await screen.findByRole('button', { name: 'Get started' });
  expect(screen.queryByText('Please Login')).toBeNull();
});
