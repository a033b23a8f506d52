import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import {
  keepPending,
  type PendingPayment,
  readPending,
} from '../../../../src/features/payments/pending-payment.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import { MISMATCH, PAID, PENDING } from './card-window.ts';
import { aPayment, wallet } from './payments.ts';

const STATUS = '/mobile-money/collections/:reference';

const VERIFY = 'payments/verify/:reference';

const pending = { data: { status: 'pending' } };

const success = { data: { status: 'success', user: paidUser } };

const aCardPayment = () => aPayment({ way: 'card', kobo: 10_000, totalKobo: 10_150, payer: null });

describe('a payment that was left in the middle', () => {
  test('is found on return, and goes on at the yes on the phone', async () => {
    keepPending(aPayment());
    answer('get', STATUS, pending);
    showPurchase(null);
    const dialog = await screen.findByRole('dialog', { name: 'A payment is waiting' });
    expect(dialog.textContent).toContain('₦204.00 for the Weekly plan, by SmartCash.');
    expect(dialog.textContent).toContain('Message sent to 0803 000 0000');
    expect(dialog.textContent).toContain("you won't be charged twice");
    await press('Confirm payment');
    await screen.findByText('Check your phone');
    answer('get', STATUS, success);
    await press('Confirm payment');
    await screen.findByText('TRANSACTION SUCCESSFUL!');
    expect(hasPending()).toBe(false);
  });

  test('for a ticket speaks of the ticket, and so does its end', async () => {
    keepPending(aPayment({ product: 'rush-ticket', coins: 0 }));
    answer('get', STATUS, pending);
    showPurchase(null);
    const dialog = await screen.findByRole('dialog', { name: 'A payment is waiting' });
    expect(dialog.textContent).toContain('₦204.00 for a Millionaire Rush ticket, by SmartCash.');
    expect(dialog.textContent).toMatch(/1 ticket(, not yet)?It comes as soon as it is paid/);
    await press('Confirm payment');
    await screen.findByText('Check your phone');
    answer('get', STATUS, success);
    await press('Confirm payment');
    await screen.findByText('TRANSACTION SUCCESSFUL!');
    const done = screen.getByRole('dialog');
    expect(done.textContent).toContain('+1 Millionaire Rush ticket');
    expect(done.textContent).not.toContain('coins');
  });

  test('that has been paid meanwhile is told at once', async () => {
    keepPending(aPayment());
    answer('get', STATUS, success);
    showPurchase(null);
    await screen.findByText('Transaction Successful');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentSession().user).toMatchObject({ isActive: true });
  });

  test('that never reached the server is forgotten without a word', async () => {
    keepPending(aPayment());
    const asked = answer('get', STATUS, { status: 404, code: 'payment/unknown' });
    showPurchase(null);
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(hasPending()).toBe(false));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is asked for again where a proxy loses the call, and nothing else is given', async () => {
    keepPending(aPayment());
    answer('get', STATUS, { raw: '<html>Not found</html>', status: 404 }, success);
    const hints = answer('post', 'webhooks/smart-cash/fund-wallet', { data: null });
    showPurchase(null);
    await press('Confirm payment');
    await screen.findByText('TRANSACTION SUCCESSFUL!');
    expect(hints).toHaveLength(0);
  });

  test('by card is asked for again and again, and there is no paying again', async () => {
    keepPending(aCardPayment());
    answer('get', VERIFY, { status: 200, code: 'payment/pending' });
    showPurchase(null);
    await press('Confirm payment');
    const dialog = await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    expect(dialog.textContent).toContain('You opened the card window');
    expect(dialog.textContent).not.toContain('You sent the payment');
    await screen.findByText(/Next time in 0:/);
    answer('get', VERIFY, { data: { user: paidUser } });
    await press('Check again');
    await screen.findByText('Payment made successfully');
  });

  test('can wait, and comes first when something else is bought', async () => {
    keepPending(aPayment());
    answer('get', STATUS, pending);
    showPurchase({ what: 'plan', door: 'coins' });
    await screen.findByRole('dialog', { name: 'A payment is waiting' });
    await press('Not now');
    await screen.findByRole('dialog', { name: 'Start Subscription' });
    expect(hasPending()).toBe(true);
  });

  test("of somebody else, or while a round is played, isn't shown", async () => {
    keepPending(aPayment({ playerId: 'player-2' }));
    showPurchase(null);
    keepPending(aPayment());
    showPurchase(null, { at: '/quiz/la-liga/easy' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const [FIRST, SECOND] = ['FOM-AbCdEfGhIjKlMnOp01', 'FOM-AbCdEfGhIjKlMnOp02'] as const;

const verifyOf = (reference: string) => `payments/verify/${reference}`;

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

const message = 'You are on a break from buying until Tue 24 Nov, 12:00. Nothing was charged.';

const stopped = { status: 409, code: 'spending/on-break', message };

test('airtime that a break stops says so, and nothing waits for an operator', async () => {
  showPurchase({ what: 'plan', door: 'coins' });
  answer('get', 'payments/subscribe/airtime/2348030000000', stopped);
  await press('Pay ₦100 from airtime');
  await screen.findByText(message);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Pay ₦100 from airtime' })).toBeTruthy();
});

test('mobile money that a break stops says so, and no prompt is waited for', async () => {
  showPurchase({ what: 'plan', door: 'coins' });
  answer('get', '/mobile-money/collections/search', { data: wallet });
  answer('get', '/mobile-money/charges', { data: { operatorCharge: 2.5, serviceCharge: 1.5 } });
  answer('post', '/mobile-money/collections/pay', stopped);
  await choose(/^Mobile money/);
  await press('Continue');
  await press('Yes, continue');
  await press('Pay ₦204.00');
  await screen.findByText(message);
  expect(screen.queryByText('Check your phone')).toBeNull();
});
