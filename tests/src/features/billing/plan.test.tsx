import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { aPlan, atNoon, hoursAgo, itemsOf, open, payments, press, serve } from './billing.tsx';

const BOUGHT = [
  { description: 'Weekly subscription', amount: 100, createdAt: hoursAgo(4) },
  { description: '3,500 coins', amount: 507.5, createdAt: hoursAgo(50) },
  { description: '', amount: 100, createdAt: '2025-11-17T07:12:00.000Z' },
];

atNoon();

beforeEach(() => {
  signIn();
  store.set(purchaseAtom, null);
});

const card = () => screen.getByRole('region', { name: 'Current plan' });

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

const history = async () => {
  const heading = await screen.findByRole('heading', { name: 'Billing History' });
  const section = heading.parentElement as HTMLElement;
  await within(section).findByRole('list');
  return itemsOf(section);
};

describe('the plan', () => {
  test('that runs has its price, its coins and its end, and no other can be picked', async () => {
    serve();
    open();
    await screen.findByText('₦100');
    expect(card().textContent).toBe(
      'Current planWeeklyActiveUntil Tue 24 Nov, 12:00₦100a week1,000 coins',
    );
    expect([button('Daily').disabled, button('Weekly').disabled]).toEqual([true, true]);
    expect(
      screen.getByText('You have a plan now. You can pick a new one when it ends.'),
    ).toBeTruthy();
  });

  test.each(['Daily', 'Weekly'] as const)(
    '%s begins its purchase where none runs',
    async (name) => {
      signIn(aUser({ isActive: false }));
      serve({ payments: payments([], null) });
      open();
      await screen.findByText('No plan');
      expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
      await press(name);
      expect(store.get(purchaseAtom)).toEqual({
        what: 'plan',
        plan: name.toLowerCase(),
        door: 'billing',
      });
    },
  );

  test('that ran out since the session was read can be bought again', async () => {
    serve({ payments: payments([], aPlan({ endsAt: hoursAgo(1) })) });
    open();
    await screen.findByText('No plan');
    expect(button('Weekly').disabled).toBe(false);
  });

  test.each([
    [true, 'Subscription', true],
    [false, 'No plan', false],
  ])('is the player’s own (%s) on an API that does not tell', async (isActive, name, isOff) => {
    signIn(aUser({ isActive }));
    serve({ payments: payments([]) });
    open();
    await screen.findByText(name);
    expect(button('Daily').disabled).toBe(isOff);
    expect(Boolean(screen.queryByRole('button', { name: 'Cancel Subscription' }))).toBe(isOff);
  });

  test('has nothing to cancel where nobody renews it', async () => {
    serve({ payments: payments([], aPlan({ way: 'card' })) });
    open();
    await screen.findByText(/It ends by itself/);
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  });
});

describe('Cancel Subscription', () => {
  async function ask() {
    serve();
    open();
    await screen.findByText('₦100');
    await press('Cancel Subscription');
    return within(screen.getByRole('dialog', { name: 'Cancel Subscription?' }));
  }
  const sure = (dialog: Awaited<ReturnType<typeof ask>>) =>
    dialog.getByRole('button', { name: 'Cancel Subscription' });

  test('asks first, and leaves the plan to who keeps it', async () => {
    const cancels = answer('patch', 'payments/cancel', { data: null });
    const dialog = await ask();
    expect(dialog.getByText('Tue 24 Nov, 12:00')).toBeTruthy();
    await press('Keep my plan');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cancels).toHaveLength(0);
  });

  test('says so, takes over the player, and shows until when the plan is theirs', async () => {
    const cancels = answer('patch', 'payments/cancel', {
      data: { user: aUser({ pointBalance: 990 }) },
      meta: { token: 'newer' },
    });
    const dialog = await ask();
    serve({ payments: payments([], aPlan({ isCancelled: true })) });
    sure(dialog).click();
    await screen.findByText('Subscription cancelled successfully');
    await screen.findByText('Cancelled. Yours until Tue 24 Nov, 12:00');
    expect(currentSession()).toMatchObject({ token: 'newer', user: { pointBalance: 990 } });
    expect(cancels[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  });

  test.each([
    ['the operator does not answer', { status: 502, code: 'billing/unavailable' }],
    ['nothing runs', { status: 409, code: 'subscription/inactive' }],
  ])('says so when %s, reads the plan anew and can be pressed again', async (_why, refusal) => {
    const cancels = answer('patch', 'payments/cancel', refusal);
    const dialog = await ask();
    const asked = serve();
    sure(dialog).click();
    await screen.findByText('Unable to cancel payment');
    await vi.waitFor(() => expect(asked.payments).toHaveLength(1));
    sure(dialog).click();
    await vi.waitFor(() => expect(cancels).toHaveLength(2));
  });

  test('says so at once without a network', async () => {
    const dialog = await ask();
    answer('patch', 'payments/cancel', 'no answer');
    goOffline();
    sure(dialog).click();
    await screen.findByText('Unable to cancel payment');
  });
});

describe('Billing History', () => {
  test('lists what was paid, with kobo where there are any and the year of another one', async () => {
    serve({ payments: payments(BOUGHT, aPlan()) });
    open();
    expect(await history()).toEqual([
      'Weekly subscription₦100Sat 21 Nov, 08:00',
      '3,500 coins₦507.50Thu 19 Nov, 10:00',
      'Payment₦100Mon 17 Nov 2025, 08:12',
    ]);
  });

  test('says that there is none', async () => {
    serve();
    open();
    await screen.findByText('No payments have been made yet');
  });

  test('is shown as it was saved, with its age and a toast, on a failure of the server', async () => {
    serve({ payments: payments(BOUGHT, aPlan()) });
    const first = open();
    await history();
    first.unmount();
    serve({ payments: { status: 403, code: 'x' } });
    open();
    expect(await history()).toHaveLength(3);
    await screen.findByText('This could not be refreshed');
    await screen.findByText('This is from a moment ago');
    await screen.findByText('Failed to retrieve your payments');
    expect(currentSession().isLoggedIn).toBe(true);
    serve({ payments: payments(BOUGHT.slice(1), aPlan()) });
    await press('Try again');
    await waitFor(async () => expect(await history()).toHaveLength(2));
    expect(screen.queryByText('This could not be refreshed')).toBeNull();
  });

  test('is shown as it was saved without a network', async () => {
    serve({ payments: payments(BOUGHT, aPlan()) });
    const first = open();
    await history();
    first.unmount();
    goOffline();
    serve({ payments: 'no answer' });
    open();
    expect(await history()).toHaveLength(3);
    await screen.findByText('No network');
    await screen.findByText('Failed to retrieve your payments');
  });

  test('is said to be missing as soon as a dead cell gives no answer, before the other tries', async () => {
    const seen = serve({ payments: 'no answer' });
    open();
    await screen.findByText('No network');
    await waitFor(() => expect(screen.queryByText('Billing History')).toBeNull());
    expect(seen.payments).toHaveLength(1);
  });

  test('is not there at all where none was saved', async () => {
    goOffline();
    serve({ payments: 'no answer' });
    open();
    await screen.findByText('Nothing is saved on this phone yet');
    await waitFor(() => expect(screen.queryByText('Billing History')).toBeNull());
    expect(screen.queryByText('No payments have been made yet')).toBeNull();
  });
});
