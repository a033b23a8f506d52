import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasPending } from '../../../../../src/features/payments/has-pending.ts';
import { currentSession, store } from '../../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../../src/subscription/asked-plan.ts';
import { answer } from '../../../../support/fake-api.ts';
import { press } from '../../../../support/purchase.tsx';
import {
  CHARGES,
  charged,
  PAY,
  pending,
  queued,
  STATUS,
  success,
  toConfirm,
  toMobileMoney,
  toPay,
} from './wallet-steps.ts';

const DOI = '/mobile-money/collections/:reference/doi';

/** The polling clock is stopped until the test moves it. */
function stillIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the payment', () => {
  test('is asked for as it was shown, then confirmed on the phone', async () => {
    const { payments } = await toConfirm(success);
    expect(payments[0]?.body).toEqual({
      name: 'Ada O.',
      msisdn: '08030000000',
      amount: 200,
      accountId: 'handle-1',
      operatorCharge: 2.5,
      serviceCharge: 1.5,
      totalAmount: 204,
      product: 'plan-weekly',
      reference: expect.stringMatching(/^FOM-[A-Za-z0-9]{18}$/),
      door: 'coins',
    });
    expect(payments[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await screen.findByText('Transaction queued');
    expect(hasPending()).toBe(true);
    await press('Confirm payment');
    const done = await screen.findByRole('dialog', { name: 'TRANSACTION SUCCESSFUL!' });
    expect(done.textContent).toContain('₦204.00');
    screen.getByText('Transaction Successful');
    expect(hasPending()).toBe(false);
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    await press('Done');
    expect(store.get(purchaseAtom)).toBeNull();
  });

  test('is asked for every 7 s', async () => {
    stillIntervals();
    const { asked } = await toConfirm(pending, success);
    expect(asked).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(7000));
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(7000));
    await screen.findByText('TRANSACTION SUCCESSFUL!');
  });

  test.each([
    ['is still pending', pending, 'Unable to verify payment'],
    [
      'is refused with a reason',
      { status: 409, code: 'payment/mismatch', message: 'Another sum was paid.' },
      'Another sum was paid.',
    ],
  ])('whose status %s can be confirmed again', async (_what, status, words) => {
    await toConfirm(status);
    await press('Confirm payment');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    answer('get', STATUS, success);
    await press('Retry confirmation');
    await screen.findByText('TRANSACTION SUCCESSFUL!');
  });

  test('that fails is said, and can be made anew under another reference', async () => {
    const { payments } = await toConfirm({ data: { status: 'failed' } });
    await press('Confirm payment');
    // In the dialog and in a toast, one after the other.
    const said = () => screen.getAllByText('Unable to complete at the moment');
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(hasPending()).toBe(false);
    await press('Pay ₦204.00');
    await waitFor(() => expect(payments).toHaveLength(2));
    const references = payments.map(({ body }) => (body as { reference: string }).reference);
    expect(new Set(references).size).toBe(2);
  });

  test('that is refused is not waited for', async () => {
    await toPay();
    answer('post', PAY, { status: 200, code: 'mobile-money/refused', message: 'No.' });
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    expect(hasPending()).toBe(false);
  });

  test('whose reply is lost is asked for with the same key and reference, and waits', async () => {
    await toPay();
    const payments = answer('post', PAY, { status: 502, code: 'mobile-money/unavailable' }, queued);
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    expect(hasPending()).toBe(true);
    await press('Pay ₦204.00');
    await screen.findByText('Check your phone');
    expect(payments[1]?.body).toEqual(payments[0]?.body);
    expect(payments[1]?.headers.get('Idempotency-Key')).toBe(
      payments[0]?.headers.get('Idempotency-Key'),
    );
  });

  test('whose end is not known takes no other plan in its place', async () => {
    await toPay();
    answer('post', PAY, { status: 502, code: 'mobile-money/unavailable' });
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    await userEvent.click(screen.getByRole('tab', { name: /^Daily/ }));
    expect(screen.getByRole('tab', { name: /^Weekly/ }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Pay ₦204.00' })).toBeTruthy();
  });

  test('of a pack says what it brings', async () => {
    await toMobileMoney(undefined, { what: 'coins', door: 'level' });
    answer('get', CHARGES, charged);
    const payments = answer('post', PAY, queued);
    await press('Yes, continue');
    await press('Pay ₦104.00');
    await screen.findByText('Check your phone');
    expect(payments[0]?.body).toMatchObject({ amount: 100, product: 'coins-100', door: 'level' });
  });
});

describe('the prompt', () => {
  const inSeconds = (seconds: number) => {
    const now = Date.now();
    const spy = vi.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
    onTestFinished(() => spy.mockRestore());
  };

  test('can be sent again after 40 s, then after 80 s', async () => {
    stillIntervals();
    await toConfirm(pending);
    const resend = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend DOI/ });
    expect(resend().textContent).toBe('Resend DOI in 0:40');
    expect(resend().ariaDisabled).toBe('true');
    inSeconds(40);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const seen = answer('post', DOI, { data: null });
    await press('Resend DOI');
    await screen.findByText('DOI resend successful');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await waitFor(() => expect(resend().textContent).toBe('Resend DOI in 1:20'));
    // A keyboard user continues from there, and sends no other prompt before its time.
    expect(document.activeElement).toBe(resend());
    await press(/^Resend DOI/);
    expect(seen).toHaveLength(1);
  });

  test('waits as long as the server says, sent or refused', async () => {
    stillIntervals();
    await toPay();
    answer('post', PAY, { data: { ...queued.data, resendAfter: 25 } });
    await press('Pay ₦204.00');
    const resend = () => screen.getByRole('button', { name: /^Resend DOI/ }).textContent;
    await waitFor(() => expect(resend()).toBe('Resend DOI in 0:25'));
    inSeconds(25);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const tooOften = { status: 429, code: 'rate/limited', headers: { 'Retry-After': '90' } };
    answer('post', DOI, { data: { resendAfter: 0 } }, tooOften);
    await press('Resend DOI');
    await screen.findByText('DOI resend successful');
    await press('Resend DOI');
    await waitFor(() => expect(resend()).toBe('Resend DOI in 1:30'));
  });

  test.each([
    [{ status: 404, code: 'unknown' }, 'unable to resend DOI'],
    [{ status: 502, code: 'mobile-money/unavailable' }, 'unable to resend DOI'],
    [{ status: 429, code: 'rate/limited', message: 'Three an hour.' }, 'Three an hour.'],
  ])('that cannot be sent again is told: %o', async (reply, words) => {
    stillIntervals();
    await toConfirm(pending);
    inSeconds(40);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    answer('post', DOI, reply);
    await press('Resend DOI');
    await screen.findByText(words);
  });
});
