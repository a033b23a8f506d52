import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, held } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { fakeWindows, MISMATCH, PENDING, payByCard, serve, VERIFY } from './card-window.ts';

const windows = fakeWindows();

const focused = () => document.activeElement?.textContent;
const plan = () => showPurchase({ what: 'plan', door: 'coins' });

/** As the provider's own frame does when it goes and takes the focused element with it. */
const focusNothing = () => (document.activeElement as HTMLElement | null)?.blur();

test('each step of a payment by card takes the focus', async () => {
  plan();
  serve();
  const { answer: late, release } = held(PENDING);
  answer('get', VERIFY, late);
  await payByCard(windows);
  focusNothing();
  act(() => windows[0]?.onSuccess());
  await screen.findByRole('dialog', { name: 'Pay by card' });
  expect(focused()).toBe('Pay by card');
  await act(release);
  await screen.findByRole('dialog', { name: 'Payment could not be verified' });
  expect(focused()).toBe('Payment could not be verified');
  answer('get', VERIFY, MISMATCH);
  await press('Check again');
  await screen.findByText(MISMATCH.message);
  expect(focused()).toBe('Payment could not be verified');
});

test('a window that was closed gives the focus back to the dialog', async () => {
  plan();
  serve(PENDING);
  await payByCard(windows);
  focusNothing();
  act(() => windows[0]?.onCancel());
  const email = await screen.findByLabelText('Email');
  expect(document.activeElement).toBe(email);
});

test('a payment that failed leaves the focus in its dialog', async () => {
  plan();
  serve({ status: 200, code: 'payment/failed' });
  await payByCard(windows);
  focusNothing();
  act(() => windows[0]?.onSuccess());
  await screen.findByText('Error processing payment');
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

test('an email that the server refuses takes the focus', async () => {
  plan();
  serve();
  answer('post', 'payments/expected', { status: 422, code: 'email/invalid' });
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦101.50');
  const email = await screen.findByLabelText('Email');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(email);
});
