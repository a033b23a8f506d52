import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { saveRound } from '../../../../src/round/store.ts';
import { aRound } from '../../../support/builders.ts';
import { openDashboard, serveDashboard } from '../../../support/dashboard.tsx';
import { signIn } from '../../../support/render.tsx';

vi.mock('../../../../src/features/home/promos.tsx', () => ({
  Promos: ({ isHeld }: { isHeld: boolean }) => <p>{isHeld ? 'No promotion' : 'Promotions'}</p>,
}));

const unplayed = { data: { count: 0, streak: { days: 0, lastDay: null, roundsToday: 0 } } };

test('promotions come up over the dashboard of who has played', async () => {
  signIn();
  serveDashboard();
  openDashboard();
  await screen.findByText('Promotions');
});

test('the first pick is not covered', async () => {
  signIn();
  serveDashboard({ plays: unplayed });
  openDashboard();
  await screen.findByRole('heading', { name: 'Pick a competition' });
  await screen.findByText('5 more games today for a raffle ticket.');
  expect(screen.queryByText(/promotion/i)).toBeNull();
});

test.each([
  ['over a game that is only saved', true, 'Promotions'],
  ['not over an open one, whose clock runs on', false, 'No promotion'],
])('they come up %s', async (_what, isForLater, found) => {
  signIn();
  serveDashboard();
  await saveRound(aRound({ isForLater }));
  openDashboard();
  await screen.findByRole('region', { name: /^Your (open|saved) game$/ });
  await screen.findByText(found);
});
