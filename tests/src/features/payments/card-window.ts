import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { choose, paidUser, press } from '../../../support/purchase.tsx';

type CardPop = NonNullable<typeof globalThis.PaystackPop>;
type Options = Parameters<InstanceType<CardPop>['newTransaction']>[0];

export const VERIFY = 'payments/verify/:reference';
export const PENDING = { status: 200, code: 'payment/pending' } as const;
export const PAID = { data: { user: paidUser }, meta: { token: 'newer' } };
export const MISMATCH = {
  status: 409,
  code: 'payment/mismatch',
  message: 'What was paid is not what this costs. Please contact us.',
} as const;

export const expected = { data: { kobo: 10_000, feeKobo: 150, totalKobo: 10_150, coins: 1000 } };

/** The card provider's window, with the options of each opening, newest last. */
export function fakeWindows(): Options[] {
  const windows: Options[] = [];
  beforeEach(() => {
    windows.length = 0;
    globalThis.PaystackPop = class {
      newTransaction(options: Options) {
        windows.push(options);
        options.onLoad();
      }

      cancelTransaction() {}
    };
  });
  afterEach(() => {
    globalThis.PaystackPop = undefined;
  });
  return windows;
}

/** The API as a payment by card needs it. */
export function serve(verdict: Answer = PAID) {
  answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
  return {
    expectations: answer('post', 'payments/expected', expected),
    verdicts: answer('get', VERIFY, verdict),
  };
}

/** From the choice of plans to the provider's window. */
export async function payByCard(windows: readonly Options[]) {
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦101.50');
  await waitFor(() => expect(windows).not.toHaveLength(0));
}
