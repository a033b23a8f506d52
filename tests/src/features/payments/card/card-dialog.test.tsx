import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasPending } from '../../../../../src/features/payments/has-pending.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../../src/rules/money.ts';
import { purchaseAtom } from '../../../../../src/session/purchase.ts';
import { currentSession, store } from '../../../../../src/session/session.ts';
import { type Answer, answer } from '../../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../../support/purchase.tsx';

type Options = Parameters<NonNullable<typeof globalThis.PaystackPop>['setup']>[0];

/** What the provider's window was opened with, newest last. */
let windows: Options[] = [];

const pop = {
  setup: (options: Options) => ({ openIframe: () => void windows.push(options) }),
};

beforeEach(() => {
  windows = [];
  globalThis.PaystackPop = pop;
});
afterEach(() => {
  globalThis.PaystackPop = undefined;
});

const expected = { data: { kobo: 10_000, feeKobo: 150, totalKobo: 10_150, coins: 1000 } };
const VERIFY = 'payments/verify/:reference';

function serve(verdict: Answer = { data: { user: paidUser }, meta: { token: 'newer' } }) {
  answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
  return {
    expectations: answer('post', 'payments/expected', expected),
    verdicts: answer('get', VERIFY, verdict),
  };
}

async function payByCard() {
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦101.50');
  await waitFor(() => expect(windows).not.toHaveLength(0));
}

describe('a payment by card', () => {
  test('is expected, paid in the window and verified', async () => {
    showPurchase({ what: 'plan', door: 'level' });
    const { expectations, verdicts } = serve();
    await payByCard();
    const [opened] = windows;
    expect(opened).toMatchObject({
      key: 'pk_test',
      email: 'ada@example.com',
      amount: 10_150,
      currency: 'NGN',
      metadata: {
        userId: 'player-1',
        phone: '2348030000000',
        email: 'ada@example.com',
        type: 'subscription',
      },
    });
    expect(opened?.ref).toMatch(/^FOM-[A-Za-z0-9]{18}$/);
    expect(expectations[0]?.body).toEqual({
      product: 'plan-weekly',
      provider: 'card',
      reference: opened?.ref,
      door: 'level',
      email: 'ada@example.com',
      totalKobo: 10_150,
    });
    expect(expectations[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(hasPending()).toBe(true);
    opened?.callback();
    await screen.findByText('Payment made successfully');
    expect(verdicts[0]?.url.pathname).toContain(opened?.ref);
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    expect(hasPending()).toBe(false);
    expect(store.get(purchaseAtom)).toBeNull();
  });

  test('asks for a real email first where the account has a stand-in', async () => {
    showPurchase(
      { what: 'plan', door: 'coins' },
      { player: { email: '2348030000000@phone.invalid' } },
    );
    serve();
    await choose(/^Card/);
    await press('Continue');
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    expect(email.value).toBe('');
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay ₦101.50' });
    expect(pay.disabled).toBe(true);
    screen.getByText('Enter your email before you pay');
    await userEvent.type(email, 'ada@example.com');
    expect(pay.disabled).toBe(false);
    await userEvent.click(pay);
    await waitFor(() => expect(windows[0]?.email).toBe('ada@example.com'));
  });

  test('whose window is closed stays at its sum, and is another payment the next time', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve({ status: 200, code: 'payment/pending' });
    await payByCard();
    windows[0]?.onClose();
    await screen.findByText('Payment window closed');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
    expect(windows[1]?.ref).not.toBe(windows[0]?.ref);
  });

  test('that was paid before its window was closed counts all the same', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve();
    await payByCard();
    windows[0]?.onClose();
    await screen.findByText('Payment made successfully');
  });

  test('that the provider took no money for says so', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve({ status: 200, code: 'payment/failed' });
    await payByCard();
    windows[0]?.callback();
    await screen.findByText('Error processing payment');
    await screen.findByRole('button', { name: 'Pay ₦101.50' });
    expect(hasPending()).toBe(false);
  });

  test.each([
    ['is pending', { status: 200, code: 'payment/pending' }],
    ['gets no answer', 'no answer'],
    ['meets an API without the call', { status: 404, code: 'unknown' }],
  ] as const)('that cannot be verified, since it %s, is asked for again', async (_why, verdict) => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve(verdict);
    await payByCard();
    windows[0]?.callback();
    await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    screen.getByText(/Next time in 0:/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(hasPending()).toBe(true);
    answer('get', VERIFY, { data: { user: paidUser } });
    await press('Check again');
    await screen.findByText('Payment made successfully');
    expect(hasPending()).toBe(false);
  });

  test('shows another price before anything is paid', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve();
    answer('post', 'payments/expected', {
      data: { kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 1000 },
    });
    await choose(/^Card/);
    await press('Continue');
    await press('Pay ₦101.50');
    await screen.findByText('The price has changed. Nothing was charged.');
    expect(windows).toHaveLength(0);
    await press('Pay ₦203.00');
    await waitFor(() => expect(windows[0]?.amount).toBe(20_300));
  });

  test('that the server refuses since its price is another shows that one first', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve();
    const seen = answer(
      'post',
      'payments/expected',
      { status: 409, code: 'payment/mismatch' },
      { data: { kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 1000 } },
    );
    await choose(/^Card/);
    await press('Continue');
    const card = { daily: 100, weekly: 200 };
    const prices = { ...DEFAULT_PRICES, plans: { ...DEFAULT_PRICES.plans, card } };
    answer('get', 'misc/config', { data: { prices, ways: WAYS } });
    await press('Pay ₦101.50');
    await screen.findByText('The price has changed. Nothing was charged.');
    await press('Pay ₦203.00');
    await waitFor(() => expect(windows[0]?.amount).toBe(20_300));
    expect(seen.map(({ body }) => (body as { totalKobo: number }).totalKobo)).toEqual([
      10_150, 20_300,
    ]);
  });

  test('is expected with the same key and reference after a lost reply', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve();
    const seen = answer(
      'post',
      'payments/expected',
      { status: 503, code: 'server/unavailable' },
      expected,
    );
    await choose(/^Card/);
    await press('Continue');
    await press('Pay ₦101.50');
    await screen.findByText('Error processing payment');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
    expect(seen[1]?.body).toEqual(seen[0]?.body);
    expect(seen[1]?.headers.get('Idempotency-Key')).toBe(seen[0]?.headers.get('Idempotency-Key'));
  });
});

test('a script that does not load is said, with another try', async () => {
  globalThis.PaystackPop = undefined;
  showPurchase({ what: 'plan', door: 'coins' });
  const { expectations } = serve();
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦101.50');
  const script = await waitFor(() => {
    const found = document.head.querySelector('script[src="/sandbox/card/inline.js"]');
    if (!found) throw new Error('no script yet');
    return found;
  });
  fireEvent.error(script);
  await screen.findByText('Could not load the payment window');
  screen.getByText('₦101.50');
  expect(expectations).toHaveLength(0);
  globalThis.PaystackPop = pop;
  await press('Try again');
  await waitFor(() => expect(windows).toHaveLength(1));
});
