import { screen } from '@testing-library/react';
import { type Answer, answer } from '../../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../../support/purchase.tsx';
import { wallet } from '../payments.ts';

export const SEARCH = '/mobile-money/collections/search';
export const CHARGES = '/mobile-money/charges';
export const PAY = '/mobile-money/collections/pay';
export const STATUS = '/mobile-money/collections/:reference';

export const pending = { data: { status: 'pending' } };
export const success = { data: { status: 'success', user: paidUser }, meta: { token: 'newer' } };
export const charged = { data: { operatorCharge: 2.5, serviceCharge: 1.5 } };
export const queued = { data: { reference: 'FOM-TheServersOwnOne18' } };

/** From the plans, or the packs, to the number. */
export async function toMobileMoney(
  found: Answer = { data: wallet },
  purchase: Parameters<typeof showPurchase>[0] = { what: 'plan', door: 'coins' },
) {
  showPurchase(purchase);
  const searches = answer('get', SEARCH, found);
  if (purchase?.what === 'coins') {
    (await screen.findByRole('tab', { name: 'Mobile money' })).click();
    await choose(/^750 coins/);
  } else await choose(/^Mobile money/);
  await press('Continue');
  return searches;
}

/** On to the charges. */
export async function toPay(charges: Answer = charged) {
  await toMobileMoney();
  const asked = answer('get', CHARGES, charges);
  await press('Yes, continue');
  return asked;
}

/** On to the prompt on the phone. */
export async function toConfirm(...statuses: Answer[]) {
  await toPay();
  const payments = answer('post', PAY, queued);
  const asked = answer('get', STATUS, ...statuses);
  await press('Pay ₦204.00');
  await screen.findByText('Check your phone');
  return { payments, asked };
}
