import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { wallet } from './payments.ts';

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
