import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { STANDING_KEY } from '../../../../../src/config/storage-keys.ts';
import { SubscriptionNotice } from '../../../../../src/features/home/dashboard/subscription-notice.tsx';
import { checkSubscription } from '../../../../../src/session/check-subscription.ts';
import { purchaseAtom } from '../../../../../src/session/purchase.ts';
import { store } from '../../../../../src/session/session.ts';
import { clearStanding, standingAtom } from '../../../../../src/session/standing.ts';
import { aUser } from '../../../../support/builders.ts';
import { answer } from '../../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../../support/render.tsx';

const player = aUser({ isActive: false });
const DAILY = `payments/subscription/ondemand/airtime/verify/${player.phone}`;
const WEEKLY = `payments/subscription/airtime/verify/${player.phone}`;

beforeEach(() => {
  clearStanding();
  store.set(purchaseAtom, null);
  signIn(player);
  answer('get', 'misc/config', 'no answer');
});

type Answer = Parameters<typeof answer>[2];

/** The dashboard's look at the subscription has been answered so. */
async function told(reply: Answer): Promise<void> {
  answer('get', WEEKLY, reply);
  answer('get', DAILY, reply);
  renderScreen(<SubscriptionNotice player={player} />);
  await act(() => checkSubscription());
}

const no = (code: string) => ({ status: 200, code }) as Answer;

describe('a subscription that does not run', () => {
  test('is refused: nothing was charged, and other ways are offered at once', async () => {
    await told(no('subscription/refused'));
    const card = screen.getByRole('status', { name: 'Not enough airtime' });
    expect(card.textContent).toContain('The Weekly plan costs ₦100. Nothing was charged.');
    expect(card.textContent).not.toContain('has ended');
    await userEvent.click(screen.getByRole('button', { name: /^Card/ }));
    expect(store.get(purchaseAtom)).toEqual({
      what: 'plan',
      plan: 'weekly',
      way: 'card',
      door: 'home',
    });
    expect(screen.getByRole('button', { name: /^Mobile money.*₦200$/ })).toBeTruthy();
  });

  test.each([
    ['Waiting for your network', no('subscription/pending'), /one time, never two/],
    [
      'Your network did not answer',
      { status: 502, code: 'billing/unavailable' } as Answer,
      /may be taken or not: we keep asking/,
    ],
  ])('%s: another way only after 15 minutes', async (title, reply, words) => {
    await told(reply);
    expect(screen.getByRole('status', { name: title }).textContent).toMatch(words);
    expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull();
  });

  test.each(['pending', 'unanswered'] as const)(
    'after 15 minutes, %s, another way stands behind a warning',
    async (kind) => {
      const askedAt = Date.now() - 15 * 60_000;
      store.set(standingAtom, { playerId: player.id, kind, plan: 'daily', askedAt });
      renderScreen(<SubscriptionNotice player={player} />);
      expect(screen.getByText('The first payment may still go through.')).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: 'Pay another way' }));
      expect(store.get(purchaseAtom)).toEqual({ what: 'plan', plan: 'daily', door: 'home' });
    },
  );

  test('goes when the operator says that it runs, or that there is none', async () => {
    await told(no('subscription/refused'));
    answer('get', WEEKLY, no('subscription/none'));
    answer('get', DAILY, no('subscription/none'));
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(localStorage.getItem(STANDING_KEY)).toBeNull();
  });

  test('is told to its own player alone', async () => {
    await told(no('subscription/refused'));
    signIn(aUser({ id: 'another', isActive: false }));
    renderScreen(<SubscriptionNotice player={aUser({ id: 'another', isActive: false })} />);
    expect(screen.getAllByRole('status')).toHaveLength(1);
  });
});
