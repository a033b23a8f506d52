import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../../support/fake-api.ts';
import { press } from '../../../../support/purchase.tsx';
import { wallet } from '../payments.ts';
import {
  CHARGES,
  charged,
  PAY,
  queued,
  SEARCH,
  STATUS,
  success,
  toMobileMoney,
  toPay,
} from './wallet-steps.ts';

describe('the number', () => {
  test('is looked up at its eleventh digit, and shown with name and platform', async () => {
    const searches = await toMobileMoney();
    const field = await screen.findByLabelText('Mobile money number');
    await screen.findByText('Ada O.');
    expect(searches[0]?.url.search).toBe('?msisdn=08030000000');
    await userEvent.type(field, '{Backspace}');
    expect(screen.queryByText('Ada O.')).toBeNull();
    await userEvent.type(field, '1');
    await screen.findByText('Ada O.');
    expect(screen.getByRole('status').textContent).toContain('SmartCash, 0803 000 0001');
    expect(searches.map(({ url }) => url.search)).toEqual([
      '?msisdn=08030000000',
      '?msisdn=08030000001',
    ]);
  });

  test.each(['+234 803 000 0001', '0803 000 0001', '803-000-0001'])(
    'is read as it is pasted: %s',
    async (pasted) => {
      const searches = await toMobileMoney();
      const field = await screen.findByLabelText<HTMLInputElement>('Mobile money number');
      await userEvent.clear(field);
      await userEvent.paste(pasted);
      expect(field.value).toBe('08030000001');
      screen.getByText('11 of 11');
      await waitFor(() => expect(searches.at(-1)?.url.search).toBe('?msisdn=08030000001'));
    },
  );

  test('that has no wallet is told so, with what to dial and another way', async () => {
    await toMobileMoney({ status: 200, code: 'mobile-money/not-registered' });
    expect((await screen.findByRole('alert')).textContent).toBe(
      '08030000000 is not registered on Airtel Smartcash or MTN MoMo',
    );
    const dial = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(dial(/\*939#/)).toBe('tel:*939%23');
    expect(dial(/\*671#/)).toBe('tel:*671%23');
    await press('Pay another way');
    await screen.findByRole('dialog', { name: 'Start Subscription' });
  });

  test('that cannot be looked up can be tried again', async () => {
    await toMobileMoney({ status: 502, code: 'mobile-money/unavailable' });
    await screen.findByText('Unable to complete at the moment');
    answer('get', SEARCH, { data: wallet });
    await press('Check again');
    await screen.findByText('Ada O.');
  });

  test('past the limit of a day is told what the server says', async () => {
    await toMobileMoney({ status: 429, code: 'rate/limited', message: 'Five numbers a day.' });
    await screen.findByText('Five numbers a day.');
  });
});

describe('the charges', () => {
  test('are shown with the total before anything is paid, for each plan', async () => {
    const asked = await toPay();
    await screen.findByRole('button', { name: 'Pay ₦204.00' });
    expect(asked[0]?.url.search).toBe('?msisdn=08030000000&amount=200');
    screen.getByText('₦2.50');
    screen.getByText('₦1.50');
    screen.getByRole('tab', { name: /Daily/ }).click();
    await screen.findByRole('button', { name: 'Pay ₦104.00' });
    expect(asked[1]?.url.search).toBe('?msisdn=08030000000&amount=100');
  });

  test('that cannot be read leave nothing to pay', async () => {
    await toPay({ status: 502, code: 'mobile-money/unavailable' });
    await screen.findByText('Unable to complete at the moment');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    answer('get', CHARGES, charged);
    await press('Try again');
    await screen.findByRole('button', { name: 'Pay ₦204.00' });
  });
});

describe('the focus', () => {
  const isOn = (name: string) =>
    waitFor(() => expect(document.activeElement?.textContent).toBe(name));

  test('goes on with the steps, to what each begins with', async () => {
    await toMobileMoney();
    const field = await screen.findByLabelText('Mobile money number');
    expect(document.activeElement).toBe(field);
    answer('get', CHARGES, charged);
    await press('Yes, continue');
    await isOn('What you pay');
    answer('post', PAY, queued);
    answer('get', STATUS, { data: { status: 'failed' } }, success);
    await press('Pay ₦204.00');
    await isOn('Check your phone');
    await press('Confirm payment');
    await isOn('What you pay');
    await press('Pay ₦204.00');
    await isOn('Check your phone');
    await press('Confirm payment');
    await isOn('TRANSACTION SUCCESSFUL!');
  });

  test('stays where it is while nothing but the plan changes', async () => {
    await toPay();
    const daily = await screen.findByRole('tab', { name: /Daily/ });
    await userEvent.click(daily);
    await screen.findByRole('button', { name: 'Pay ₦104.00' });
    expect(document.activeElement).toBe(daily);
  });
});
