import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { fakeWindows } from './card-window.ts';

const windows = fakeWindows();

const PAID = { data: { user: aUser({ rushTickets: 1 }) }, meta: { token: 'newer' } };

/** Pays for a ticket by card; the API gives this verdict. */
async function pay(said: Answer) {
  showPurchase({ what: 'ticket', door: 'rush' });
  answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
  const expected = answer('post', 'payments/expected', {
    data: { kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 0 },
  });
  const verdicts = answer('get', 'user/buy-tournament-ticket/:amount/:reference', said);
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦203.00');
  await waitFor(() => expect(windows).not.toHaveLength(0));
  windows[0]?.onSuccess();
  return { expected, verdicts };
}

test('a ticket by card is expected, verified by its own call, and leads into its run', async () => {
  const { expected, verdicts } = await pay(PAID);
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  const reference = windows[0]?.reference;
  expect(expected[0]?.body).toMatchObject({
    product: 'rush-ticket',
    door: 'rush',
    totalKobo: 20_300,
  });
  expect(windows[0]).toMatchObject({ amount: 20_300, metadata: { type: 'tournament-ticket' } });
  expect(verdicts[0]?.url.pathname).toContain(`/buy-tournament-ticket/20300/${reference}`);
  expect(currentSession().user).toMatchObject({ rushTickets: 1 });
  await press('Play now');
  expect(store.get(purchaseAtom)).toBeNull();
  expect(screen.getByText(/^At \/millionaire-rush\/[0-9a-f-]{36}$/)).toBeDefined();
});

test('a ticket can wait', async () => {
  await pay(PAID);
  await press('Later');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a payment that failed brings no ticket', async () => {
  await pay({ status: 200, code: 'payment/failed' });
  await screen.findByText('Error processing payment');
  expect(screen.queryByRole('dialog', { name: 'Payment Successful' })).toBeNull();
});

test('airtime pays for no ticket', async () => {
  showPurchase({ what: 'ticket', door: 'rush' }, { ways: ['airtime'] });
  await screen.findByText(/There is no way to pay for a ticket/);
});
