import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { QUERY_DB } from '../../../../src/config/storage-keys.ts';
import type { Care } from '../../../../src/contract/care.ts';
import { phoneStore } from '../../../../src/lib/phone-store.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import {
  aPlan,
  atNoon,
  hoursAgo,
  open,
  payments,
  press,
  serve,
  spendingLimits,
} from './billing.tsx';

atNoon();

beforeEach(() => signIn(aUser({ isActive: false })));

const card = () => screen.findByRole('region', { name: 'Spend with care' });

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function show(parts: Partial<Care> = {}, plan: ReturnType<typeof aPlan> | null = null) {
  const asked = answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS } });
  serve({ payments: payments([], plan, spendingLimits(parts)) });
  open();
  await waitFor(() => expect(asked).toHaveLength(1));
  return card();
}

const changed = (parts: Partial<Care>) => ({ data: spendingLimits(parts) });

async function type(naira: string) {
  const field = screen.getByLabelText('The most that you want to spend in a week');
  await userEvent.clear(field);
  await userEvent.type(field, naira);
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Set limit' }),
  );
}

describe('the card', () => {
  test('says what was spent where there is no limit, and nothing is stopped', async () => {
    expect((await show()).textContent).toContain('You spent ₦100 this week. You have no limit.');
    expect([button('Daily').disabled, button('Weekly').disabled]).toEqual([false, false]);
  });

  test('says what is left, what is not decided, and what follows', async () => {
    const { textContent } = await show({
      weeklyNaira: 500,
      spentKobo: 20_150,
      pendingKobo: 10_150,
      next: { weeklyNaira: 1000, from: '2026-11-22T23:00:00.000Z' },
    });
    expect(textContent).toContain('You spent ₦100 this week. Your limit is ₦500.');
    expect(textContent).toContain('₦298.50 left. A new week begins on Mon 23 Nov, 00:00.');
    expect(textContent).toContain('₦101.50 more is not decided yet, and counts until it is.');
    expect(textContent).toContain('From Mon 23 Nov on your limit is ₦1,000.');
  });

  test('of a copy from last week counts no spending of that week', async () => {
    const { textContent } = await show({
      weeklyNaira: 500,
      spentKobo: 50_000,
      next: { weeklyNaira: null, from: hoursAgo(1) },
      weekEndsAt: hoursAgo(1),
      breakUntil: hoursAgo(1),
    });
    expect(textContent).toContain('You spent ₦0 this week. You have no limit.');
    expect(button('Weekly').disabled).toBe(false);
  });

  test.each([
    ['limit', 'Your weekly limit had no room for it. Nothing was charged.'],
    ['break', 'You were on a break from buying. Nothing was charged.'],
    ['under-age', 'You must be 18 to buy. Nothing was charged.'],
  ] as const)('says that a plan did not renew: %s', async (by, text) => {
    const { textContent } = await show({ stopped: { at: hoursAgo(2), by } });
    expect(textContent).toContain(`Your plan did not renew${text}`);
  });

  test.each([
    ['tells of none', () => serve({ payments: payments([], null) })],
    [
      'has no additions',
      () => {
        const { hasAdditions } = env;
        env.hasAdditions = false;
        onTestFinished(() => {
          env.hasAdditions = hasAdditions;
        });
        serve({ payments: payments([], null, spendingLimits()) });
      },
    ],
  ])('is not there on an API that %s', async (_what, prepare) => {
    prepare();
    open();
    await screen.findByText('No payments have been made yet');
    expect(screen.queryByText('Spend with care')).toBeNull();
  });
});

describe('Daily and Weekly say why they are shut', () => {
  test.each([
    [
      'in a break',
      { breakUntil: hoursAgo(-24) },
      [true, true],
      'You are on a break from buying until Sun 22 Nov, 12:00.',
    ],
    [
      'under 18',
      { isUnderAge: true },
      [true, true],
      'You must be 18 to buy. You can go on playing.',
    ],
    [
      'at the limit',
      { weeklyNaira: 100 },
      [true, true],
      'Your weekly limit has ₦0 left until Monday.',
    ],
    [
      'near the limit',
      { weeklyNaira: 150 },
      [false, true],
      'Your weekly limit has ₦50 left until Monday.',
    ],
  ])('%s', async (_when, parts, shut, reason) => {
    await show(parts);
    expect([button('Daily').disabled, button('Weekly').disabled]).toEqual(shut);
    expect(screen.getByText(reason)).toBeTruthy();
  });
});

describe('the limit', () => {
  test('is set, and counts at once', async () => {
    await show();
    const calls = answer('put', 'payments/limit', changed({ weeklyNaira: 1500 }));
    await press('Set a weekly limit');
    expect(screen.getByText('It counts at once, for all that you buy.')).toBeTruthy();
    await type('1,500');
    await screen.findByText('From now on your limit is ₦1,500 a week');
    expect(calls[0]?.body).toEqual({ weeklyNaira: 1500 });
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await card()).textContent).toContain('Your limit is ₦1,500.');
    expect(button('Change limit')).toBeTruthy();
  });

  test.each(['١٬٥٠٠', '१,५००', '۱۵۰۰'])('may be typed as %s', async (typed) => {
    await show();
    const calls = answer('put', 'payments/limit', changed({ weeklyNaira: 1500 }));
    await press('Set a weekly limit');
    await type(typed);
    await screen.findByText('From now on your limit is ₦1,500 a week');
    expect(calls[0]?.body).toEqual({ weeklyNaira: 1500 });
  });

  test('that is answered after somebody else has signed in is told and kept nowhere', async () => {
    await show();
    const { answer: late, release } = held(changed({ weeklyNaira: 1500 }));
    const calls = answer('put', 'payments/limit', late);
    await press('Set a weekly limit');
    await type('1500');
    await waitFor(() => expect(calls).toHaveLength(1));
    signIn(aUser({ id: '8', isActive: false }));
    await release();
    expect(screen.queryByText('From now on your limit is ₦1,500 a week')).toBeNull();
    const copies = await phoneStore(QUERY_DB, 'copies').readAll();
    expect(JSON.stringify(copies)).not.toContain('"weeklyNaira":1500');
  });

  test.each(['', '49', '100001', '99.5', 'ten', '-100'])('is not %j', async (typed) => {
    await show();
    const calls = answer('put', 'payments/limit', changed({}));
    await press('Set a weekly limit');
    await type(`${typed} `);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Enter whole naira, from ₦50 to ₦100,000');
    expect(calls).toHaveLength(0);
  });

  test('that is higher counts from Monday on, which is told with the date', async () => {
    await show({ weeklyNaira: 500 });
    const next = { weeklyNaira: 900, from: '2026-11-22T23:00:00.000Z' };
    answer('put', 'payments/limit', changed({ weeklyNaira: 500, next }));
    await press('Change limit');
    expect(
      screen.getByText('You have ₦500 now. Less counts at once, more from Mon 23 Nov on.'),
    ).toBeTruthy();
    await type('900');
    await screen.findByText('From Mon 23 Nov on your limit is ₦900 a week');
  });

  test('is removed from Monday on', async () => {
    await show({ weeklyNaira: 500 });
    const next = { weeklyNaira: null, from: '2026-11-22T23:00:00.000Z' };
    const calls = answer('put', 'payments/limit', changed({ weeklyNaira: 500, next }));
    await press('Change limit');
    await press('Remove limit from Mon 23 Nov on');
    await screen.findByText('From Mon 23 Nov on you have no limit');
    expect(calls[0]?.body).toEqual({ weeklyNaira: null });
  });

  test('stays as it was saved without a network, which is said, and can be set again', async () => {
    await show({ weeklyNaira: 500 });
    const calls = answer('put', 'payments/limit', 'no answer', changed({ weeklyNaira: 300 }));
    goOffline();
    await press('Change limit');
    await type('300');
    await screen.findByText('No network. Check your connection and try again.');
    expect((await card()).textContent).toContain('Your limit is ₦500.');
    await type('300');
    await screen.findByText('From now on your limit is ₦300 a week');
    expect(calls).toHaveLength(2);
  });

  test('that the server could not change is said, and read anew', async () => {
    await show();
    answer('put', 'payments/limit', { status: 503, code: 'server/unavailable' });
    await press('Set a weekly limit');
    const asked = serve({ payments: payments([], null, spendingLimits({ weeklyNaira: 300 })) });
    await type('300');
    await screen.findByText('Unable to change this');
    await waitFor(() => expect(asked.payments).toHaveLength(1));
  });
});

describe('Take a break', () => {
  test('asks once, says that it cannot be ended, and shuts what buys', async () => {
    await show();
    const breakUntil = hoursAgo(-7 * 24);
    const calls = answer('put', 'payments/limit', changed({ breakUntil }));
    await press('Take a break');
    const dialog = within(screen.getByRole('dialog', { name: 'Take a break?' }));
    expect(dialog.getByText('You cannot end it early.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('tab', { name: '7 days' }));
    expect(dialog.getByText('Sat 28 Nov, 12:00')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Take a break for 7 days' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls[0]?.body).toEqual({ breakDays: 7 });
    expect((await card()).textContent).toContain(
      'You are on a breakYou can buy nothing until Sat 28 Nov, 12:00. You can go on playing.',
    );
    expect(button('Weekly').disabled).toBe(true);
  });

  test('is left alone by who says not now', async () => {
    await show();
    const calls = answer('put', 'payments/limit', changed({}));
    await press('Take a break');
    await press('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toHaveLength(0);
  });

  test('offers only longer ones while one runs, and none beyond the longest', async () => {
    await show({ breakUntil: hoursAgo(-3 * 24) });
    await press('Take a longer break');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['7 days', '30 days']),
    );
    expect(screen.queryByRole('tab', { name: '1 day' })).toBeNull();
  });

  test('tells of a plan that ends in it, and of one that the network renews', async () => {
    const plan = aPlan({ renews: true });
    const { textContent } = await show({ breakUntil: hoursAgo(-20 * 24) }, plan);
    expect(textContent).toContain('Your plan will not renew.');
    await press('Take a longer break');
    expect(screen.getByText(/Your network may renew its plan by itself/)).toBeTruthy();
  });

  test('says so without a network', async () => {
    await show();
    answer('put', 'payments/limit', 'no answer');
    goOffline();
    await press('Take a break');
    await press('Take a break for 1 day');
    await screen.findByText('No network. Check your connection and try again.');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
