import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import { expected, fakeWindows, PAID, payByCard, serve, VERIFY } from './card-window.ts';

const windows = fakeWindows();

describe('a payment by card', () => {
  test('is expected, paid in the window and verified', async () => {
    showPurchase({ what: 'plan', door: 'level' });
    const { expectations, verdicts } = serve();
    await payByCard(windows);
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
    expect(opened?.reference).toMatch(/^FOM-[A-Za-z0-9]{18}$/);
    expect(expectations[0]?.body).toEqual({
      product: 'plan-weekly',
      provider: 'card',
      reference: opened?.reference,
      door: 'level',
      totalKobo: 10_150,
    });
    expect(expectations[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(hasPending()).toBe(true);
    opened?.onSuccess();
    await screen.findByText('Payment made successfully');
    expect(verdicts[0]?.url.pathname).toContain(opened?.reference);
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    expect(hasPending()).toBe(false);
    expect(store.get(purchaseAtom)).toBeNull();
  });

  test('that the provider took no money for says so', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve({ status: 200, code: 'payment/failed' });
    await payByCard(windows);
    windows[0]?.onSuccess();
    await screen.findByText('Error processing payment');
    await screen.findByRole('button', { name: 'Pay ₦101.50' });
    expect(hasPending()).toBe(false);
  });

  test.each([
    ['is pending', { status: 200, code: 'payment/pending' }],
    ['gets no answer', 'no answer'],
    ['meets an API without the call', { status: 404, code: 'unknown' }],
    ['finds cards no longer on offer', { status: 404, code: 'route/unknown' }],
    ['gets a page in place of an answer', { raw: '<html>Log in to this hotspot</html>' }],
    ['gets an error page', { raw: '<html>Bad gateway</html>', status: 502 }],
    ['finds the provider down', { status: 502, code: 'card/unavailable' }],
  ] as const)('that cannot be verified, since it %s, is asked for again', async (_why, verdict) => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve(verdict);
    await payByCard(windows);
    windows[0]?.onSuccess();
    await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    screen.getByText(/Next time in 0:/);
    screen.getByText('You sent the payment');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(hasPending()).toBe(true);
    answer('get', VERIFY, { data: { user: paidUser } });
    await press('Check again');
    await screen.findByText('Payment made successfully');
    expect(hasPending()).toBe(false);
  });

  test('whose verdict comes after its dialog was closed is told all the same', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    const { answer: late, release } = held(PAID);
    serve(late);
    await payByCard(windows);
    windows[0]?.onSuccess();
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    await release();
    await screen.findByText('Payment made successfully');
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    expect(hasPending()).toBe(false);
  });

  test("whose verdict is another player's leaves the player who is signed in", async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    serve({ data: { user: { ...paidUser, id: 'player-2' } }, meta: { token: 'theirs' } });
    await payByCard(windows);
    windows[0]?.onSuccess();
    await screen.findByText('Payment made successfully');
    expect(currentSession()).toMatchObject({ token: 'token-of-ada', user: { id: 'player-1' } });
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
  const pop = globalThis.PaystackPop;
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
