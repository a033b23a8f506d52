import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { keepPending, readPending } from '../../../../src/features/payments/pending-payment.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { fakeWindows, MISMATCH, PAID, PENDING, payByCard, serve, VERIFY } from './card-window.ts';
import { aPayment } from './payments.ts';

const windows = fakeWindows();

const plan = () => showPurchase({ what: 'plan', door: 'coins' });
const kept = () => readPending('player-1', Date.now());

const close = async () => {
  act(() => windows.at(-1)?.onCancel());
  await screen.findByText('Payment window closed');
};

describe('a card window that was closed', () => {
  test('leaves the sum as it was, and the payment on the phone until its end is known', async () => {
    plan();
    const { verdicts } = serve(PENDING);
    await payByCard(windows);
    await close();
    screen.getByRole('dialog', { name: 'Pay by card' });
    await waitFor(() => expect(verdicts).toHaveLength(1));
    expect(kept()).toMatchObject([{ reference: windows[0]?.reference, windowSaid: 'closed' }]);
  });

  test('is forgotten once nothing was charged', async () => {
    plan();
    serve({ status: 200, code: 'payment/failed' });
    await payByCard(windows);
    await close();
    await waitFor(() => expect(kept()).toEqual([]));
    expect(screen.queryByText('Error processing payment')).toBeNull();
    screen.getByRole('button', { name: 'Pay ₦101.50' });
  });

  test('is told as paid where it was paid in a moment before', async () => {
    plan();
    serve();
    await payByCard(windows);
    act(() => windows[0]?.onCancel());
    await screen.findByText('Payment made successfully');
    expect(kept()).toEqual([]);
    expect(currentSession().user).toMatchObject({ isActive: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is asked about before another payment, which has a reference of its own', async () => {
    plan();
    const { verdicts } = serve(PENDING);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
    expect(verdicts).toHaveLength(2);
    expect(windows[1]?.reference).not.toBe(windows[0]?.reference);
    // The end of each is announced.
    expect(kept().map(({ reference }) => reference)).toEqual(
      windows.map(({ reference }) => reference),
    );
  });

  test('is not paid again where its payment came through meanwhile', async () => {
    plan();
    const { expectations } = serve(PENDING);
    const verdicts = answer('get', VERIFY, PENDING, PAID);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await screen.findByText('Payment made successfully');
    expect(windows).toHaveLength(1);
    expect(expectations).toHaveLength(1);
  });

  test('is not paid again while its first answer is on the way', async () => {
    plan();
    serve();
    const { answer: late, release } = held(PAID);
    const verdicts = answer('get', VERIFY, late);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await act(release);
    await screen.findByText('Payment made successfully');
    expect(verdicts).toHaveLength(1);
    expect(windows).toHaveLength(1);
  });

  test('is not paid again while nobody can say whether it was paid', async () => {
    plan();
    const { expectations } = serve({ status: 502, code: 'card/unavailable' });
    await payByCard(windows);
    await close();
    await press('Pay ₦101.50');
    await screen.findByText('Error processing payment');
    expect(windows).toHaveLength(1);
    expect(expectations).toHaveLength(1);
    expect(kept()).toHaveLength(1);
    answer('get', VERIFY, PENDING);
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
  });

  test('in an earlier purchase counts as well', async () => {
    keepPending(aPayment({ way: 'card', payer: null, windowSaid: 'closed' }));
    plan();
    serve();
    const verdicts = answer('get', VERIFY, PENDING, PAID);
    await choose(/^Card/);
    await press('Continue');
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await screen.findByText('Payment made successfully');
    expect(windows).toHaveLength(0);
  });

  test('that was paid another sum is told with the way to people who can help', async () => {
    plan();
    serve(MISMATCH);
    await payByCard(windows);
    await close();
    await press('Pay ₦101.50');
    const dialog = await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    expect(dialog.textContent).toContain(MISMATCH.message);
    expect(dialog.textContent).toContain(windows[0]?.reference);
    expect(windows).toHaveLength(1);
    await press('Contact Us');
    await screen.findByText('At /contact');
    expect(kept()).toEqual([]);
  });
});
