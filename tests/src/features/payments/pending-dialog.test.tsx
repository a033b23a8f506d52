import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import { keepPending } from '../../../../src/features/payments/pending-payment.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import { aPayment } from './payments.ts';

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
