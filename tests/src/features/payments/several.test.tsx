import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  keepPending,
  type PendingPayment,
  readPending,
} from '../../../../src/features/payments/pending-payment.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import { MISMATCH, PAID, PENDING } from './card-window.ts';
import { aPayment } from './payments.ts';

const [FIRST, SECOND] = ['FOM-AbCdEfGhIjKlMnOp01', 'FOM-AbCdEfGhIjKlMnOp02'] as const;
const verifyOf = (reference: string) => `payments/verify/${reference}`;
const STATUS = '/mobile-money/collections/:reference';

const byCard = (reference: string, parts: Partial<PendingPayment> = {}) =>
  aPayment({ way: 'card', kobo: 10_000, totalKobo: 10_150, payer: null, reference, ...parts });

const kept = () => readPending('player-1', Date.now()).map(({ reference }) => reference);
const waiting = () => screen.findByRole('dialog', { name: 'A payment is waiting' });

describe('payments that were left in the middle', () => {
  test('are asked about one after the other, and the end of each is told', async () => {
    keepPending(byCard(FIRST));
    keepPending(aPayment({ reference: SECOND }));
    answer('get', verifyOf(FIRST), PAID);
    answer('get', STATUS, { data: { status: 'success', user: paidUser } });
    showPurchase(null);
    await screen.findByText('Payment made successfully');
    await screen.findByText('Transaction Successful');
    screen.getByText('Payment made successfully');
    expect(kept()).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('can wait, each by itself, before another purchase', async () => {
    keepPending(byCard(FIRST));
    keepPending(aPayment({ reference: SECOND }));
    answer('get', verifyOf(FIRST), PENDING);
    answer('get', STATUS, { data: { status: 'pending' } });
    showPurchase({ what: 'plan', door: 'coins' });
    expect((await waiting()).textContent).toContain('by card');
    await press('Not now');
    expect((await waiting()).textContent).toContain('by SmartCash');
    // The next one is another dialog, so the focus moves into it.
    expect(document.activeElement?.textContent).toBe('A payment is waiting');
    await press('Not now');
    await screen.findByRole('dialog', { name: 'Start Subscription' });
    expect(kept()).toEqual([FIRST, SECOND]);
  });

  test('go on with the next when one was confirmed', async () => {
    keepPending(byCard(FIRST));
    keepPending(byCard(SECOND));
    answer('get', verifyOf(FIRST), PENDING, PENDING, PAID);
    answer('get', verifyOf(SECOND), PENDING);
    showPurchase(null);
    await press('Confirm payment');
    await screen.findByText(/Next time in 0:/);
    await press('Check again');
    await screen.findByText('Payment made successfully');
    await waiting();
    expect(kept()).toEqual([SECOND]);
  });
});

describe('a payment whose window the player closed', () => {
  test('bothers nobody while its end is not known', async () => {
    keepPending(byCard(FIRST, { windowSaid: 'closed' }));
    const asked = answer('get', verifyOf(FIRST), PENDING);
    showPurchase({ what: 'plan', door: 'coins' });
    await screen.findByRole('dialog', { name: 'Start Subscription' });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(kept()).toEqual([FIRST]);
  });

  test('is told on return where it was paid in all the same', async () => {
    keepPending(byCard(FIRST, { windowSaid: 'closed' }));
    answer('get', verifyOf(FIRST), PAID);
    showPurchase(null);
    await screen.findByText('Payment made successfully');
    expect(currentSession().user).toMatchObject({ isActive: true });
    expect(kept()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is forgotten without a word where nothing was charged', async () => {
    keepPending(byCard(FIRST, { windowSaid: 'closed' }));
    answer('get', verifyOf(FIRST), { status: 200, code: 'payment/failed' });
    showPurchase(null);
    await waitFor(() => expect(kept()).toEqual([]));
    expect(screen.queryByText('Error processing payment')).toBeNull();
  });

  test('waits for the next return where nobody answers', async () => {
    keepPending(byCard(FIRST, { windowSaid: 'closed' }));
    const asked = answer('get', verifyOf(FIRST), 'no answer');
    showPurchase(null);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(kept()).toEqual([FIRST]);
  });

  test('is told where the server refuses it', async () => {
    keepPending(byCard(FIRST, { windowSaid: 'closed' }));
    answer('get', verifyOf(FIRST), MISMATCH);
    showPurchase(null);
    await screen.findByText(MISMATCH.message);
  });
});

describe('a payment that the server refuses for good', () => {
  test.each([
    ['card', byCard(FIRST), verifyOf(FIRST)],
    ['mobile money', aPayment({ reference: FIRST }), STATUS],
  ])('by %s is told in its words, once', async (_way, payment, call) => {
    keepPending(payment);
    const asked = answer('get', call, MISMATCH);
    showPurchase(null);
    const dialog = await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    expect(dialog.textContent).toContain(MISMATCH.message);
    expect(dialog.textContent).toContain(FIRST);
    expect(document.activeElement?.textContent).toBe('Payment could not be verified');
    expect(kept()).toEqual([]);
    expect(asked).toHaveLength(1);
    await press('Contact Us');
    await screen.findByText('At /contact');
  });

  test('while somebody waits for it is told there', async () => {
    keepPending(byCard(FIRST));
    answer('get', verifyOf(FIRST), PENDING, PENDING, MISMATCH);
    showPurchase(null);
    await press('Confirm payment');
    await screen.findByText(/Next time in 0:/);
    await press('Check again');
    await screen.findByText(MISMATCH.message);
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    await press('Not now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is told where the player stands at the yes on the phone', async () => {
    keepPending(aPayment({ reference: FIRST }));
    answer('get', STATUS, { data: { status: 'pending' } }, MISMATCH);
    showPurchase(null);
    await press('Confirm payment');
    await screen.findByText(MISMATCH.message);
    screen.getByRole('button', { name: 'Retry confirmation' });
  });
});
