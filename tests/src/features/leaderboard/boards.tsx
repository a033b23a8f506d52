import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { LeaderboardPage } from '../../../../src/features/leaderboard/leaderboard-page.tsx';
import { usePlayer } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

/** Asks for the subscription of the builders' player. */
export const CHECK = 'payments/subscription/airtime/verify/2348030000000';

export const DAY_MS = 86_400_000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

export const iso = (at: number) => new Date(at).toISOString();

/**
 * Signs in a player with an account of this many days; the operator's check agrees.
 * @returns the checks that came
 */
export function signInAged(days: number, parts: Parameters<typeof aUser>[0] = {}) {
  const user = aUser({ createdAt: daysAgo(days), ...parts });
  signIn(user);
  return answer('get', CHECK, { data: user, meta: { token: 'newer' } });
}

/** Replaces the guard. */
function Page() {
  return usePlayer() ? <LeaderboardPage /> : <p>Signed out</p>;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{`${pathname}${search}`}</output>;
}

/** Opens the board's page at an address. */
export function open(at = '/leaderboard') {
  const { pathname } = new URL(at, location.origin);
  return renderScreen(
    <>
      <Page />
      <Address />
    </>,
    { path: pathname, at },
  );
}

export const address = () => screen.getByRole('status', { name: 'address' }).textContent;

export const chosenTab = (list: string) =>
  screen.getByRole('tablist', { name: list }).querySelector('[aria-selected=true]')?.textContent;
