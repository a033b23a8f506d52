import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ASKED_PLAN_KEY } from '../../../../src/config/storage-keys.ts';
import { SubscriptionNotice } from '../../../../src/features/home/plan-notice.tsx';
import { DEFAULT_PRICES } from '../../../../src/rules/money.ts';
import { store } from '../../../../src/session/session.ts';
import {
  askedPlanAtom,
  forgetAskedPlan,
  purchaseAtom,
} from '../../../../src/subscription/asked-plan.ts';
import { checkSubscription } from '../../../../src/subscription/check.ts';
import { anAskedPlan, aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

const player = aUser({ isActive: false });

const DAILY = `payments/subscription/ondemand/airtime/verify/${player.phone}`;

const WEEKLY = `payments/subscription/airtime/verify/${player.phone}`;

beforeEach(() => {
  forgetAskedPlan();
  store.set(purchaseAtom, null);
  signIn(player);
  answer('get', 'misc/config', 'no answer');
});

type Answer = Parameters<typeof answer>[2];

/** The dashboard's check of the subscription was answered like this. */
async function told(reply: Answer): Promise<void> {
  answer('get', WEEKLY, reply);
  answer('get', DAILY, reply);
  renderScreen(<SubscriptionNotice />);
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
      store.set(askedPlanAtom, anAskedPlan({ kind, plan: 'daily', askedAt }));
      renderScreen(<SubscriptionNotice />);
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
    expect(localStorage.getItem(ASKED_PLAN_KEY)).toBeNull();
  });

  test('is told to its own player alone', async () => {
    store.set(askedPlanAtom, anAskedPlan());
    signIn(aUser({ id: 'another', isActive: false }));
    renderScreen(<SubscriptionNotice />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('is told of its own plan where only the daily one is decided upon', async () => {
    store.set(askedPlanAtom, anAskedPlan({ plan: 'daily' }));
    answer('get', WEEKLY, no('subscription/none'));
    answer('get', DAILY, no('subscription/pending'));
    renderScreen(<SubscriptionNotice />);
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    const card = await screen.findByRole('status', { name: 'Waiting for your network' });
    expect(card.textContent).toContain('Daily plan, ₦50');
  });

  test('that changes at a check is told by its card alone, else the check says so', async () => {
    await told(no('subscription/pending'));
    answer('get', WEEKLY, no('subscription/refused'));
    answer('get', DAILY, no('subscription/refused'));
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByRole('status', { name: 'Not enough airtime' });
    expect(screen.queryByText('Nothing new yet')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('Nothing new yet');
  });

  test('that could not be asked about says so, and stays', async () => {
    store.set(askedPlanAtom, anAskedPlan());
    answer('get', WEEKLY, 'no answer');
    answer('get', DAILY, 'no answer');
    renderScreen(<SubscriptionNotice />);
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('No network. Check your connection and try again.');
    screen.getByRole('status', { name: 'Waiting for your network' });
  });

  test('is not told where airtime is not offered any more', async () => {
    const config = answer('get', 'misc/config', {
      data: { prices: DEFAULT_PRICES, ways: ['card'] },
    });
    store.set(askedPlanAtom, anAskedPlan());
    renderScreen(<SubscriptionNotice />);
    await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(config).toHaveLength(1);
  });

  test('is forgotten where airtime is not offered any more', async () => {
    store.set(askedPlanAtom, anAskedPlan());
    await told({ status: 404, code: 'route/unknown' });
    expect(store.get(askedPlanAtom)).toBeNull();
  });
});
