import { describe, expect, test } from 'vitest';
import {
  resumed,
  stepWallet,
  type WalletEvent,
  type WalletState,
} from '../../../../../src/features/payments/wallet.tsx';
import { NOON } from '../../../../support/builders.ts';
import { aPayment, wallet } from '../payments.ts';

const phone: WalletState = { step: 'phone', digits: '08030000000' };
const payment = aPayment({ startedAt: NOON });
const resendAt = NOON + 40_000;
const queued: WalletEvent[] = [
  { type: 'recognised', wallet },
  { type: 'queued', payment, resendAt },
];
const run = (...events: WalletEvent[]) => events.reduce(stepWallet, phone);

describe('a payment by mobile money', () => {
  test('goes from phone to plan to the yes on the phone', () => {
    expect(run({ type: 'typed', digits: '0701' })).toEqual({ step: 'phone', digits: '0701' });
    expect(run({ type: 'recognised', wallet })).toMatchObject({ step: 'plan', wallet });
    expect(run(...queued)).toMatchObject({ step: 'confirm', payment, fault: null });
    expect(run(...queued, { type: 'paid' })).toEqual({ step: 'done', payment });
  });

  test('takes no step out of turn', () => {
    expect(run({ type: 'queued', payment, resendAt })).toBe(phone);
    expect(run({ type: 'paid' })).toBe(phone);
    const done = run(...queued, { type: 'paid' });
    expect(stepWallet(done, { type: 'failed' })).toBe(done);
  });

  test('that fails is back at its plan, and says so', () => {
    expect(run(...queued, { type: 'failed' })).toMatchObject({ step: 'plan', hasFailed: true });
  });

  test('keeps why it could not be confirmed', () => {
    const state = run(...queued, { type: 'not-confirmed', fault: 'Unable to verify payment' });
    expect(state).toMatchObject({ step: 'confirm', fault: 'Unable to verify payment' });
  });

  test('waits for its prompt as long as the server says', () => {
    expect(run(...queued)).toMatchObject({ resendAt });
    const state = run(...queued, { type: 'resend-at', resendAt: NOON + 3_600_000 });
    expect(state).toMatchObject({ resendAt: NOON + 3_600_000 });
  });

  test('found on return goes on at the yes on the phone, and is over when it fails', () => {
    const found = resumed(payment);
    expect(found).toMatchObject({ step: 'confirm', resendAt: 0 });
    expect(stepWallet(found, { type: 'failed' })).toEqual({ step: 'over' });
  });
});
