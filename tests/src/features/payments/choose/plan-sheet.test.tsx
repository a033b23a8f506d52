import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { purchaseAtom } from '../../../../../src/session/purchase.ts';
import { currentSession, store } from '../../../../../src/session/session.ts';
import { standingAtom } from '../../../../../src/session/standing.ts';
import { aUser } from '../../../../support/builders.ts';
import { answer, type SeenRequest } from '../../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../../support/purchase.tsx';

const SUBSCRIBE = 'payments/subscribe/airtime/2348030000000';
const VERIFY = 'payments/subscription/airtime/verify/2348030000000';

const keysOf = (seen: SeenRequest[]) => [
  ...new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))),
];

function withoutNetwork() {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => spy.mockRestore());
}

describe('Start Subscription', () => {
  test('shows both plans and each way with its price', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    await screen.findByRole('radio', { name: /Airtime.*0803 000 0000.*₦100/ });
    expect(screen.getByRole('radio', { name: /Card.*1\.5% fee.*₦100/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Mobile money.*₦200/ })).toBeTruthy();
    screen.getByRole('tab', { name: /Daily/ }).click();
    expect(await screen.findByRole('radio', { name: /Airtime.*₦50/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Mobile money.*₦100/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay ₦50 from airtime' })).toBeTruthy();
  });

  test('begins with the plan that was asked for', async () => {
    showPurchase({ what: 'plan', plan: 'daily', door: 'billing' });
    await screen.findByRole('button', { name: 'Pay ₦50 from airtime' });
  });

  test.each([
    ['begins with the way that was asked for', ['airtime', 'card'], 'Continue'],
    ['has another way where that one is not offered', ['airtime'], 'Pay ₦100 from airtime'],
  ] as const)('%s', async (_what, ways, button) => {
    showPurchase({ what: 'plan', way: 'card', door: 'home' }, { ways });
    expect(await screen.findByRole('button', { name: button })).toBeTruthy();
  });

  test('shows no way that is not offered', async () => {
    showPurchase({ what: 'plan', door: 'coins' }, { ways: ['card'] });
    await screen.findByRole('radio', { name: /Card/ });
    expect(screen.queryByRole('radio', { name: /Airtime/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(screen.getByText('₦101.50')).toBeTruthy();
  });

  test('asks the prices built in where none can be read', async () => {
    showPurchase({ what: 'plan', door: 'coins' });
    answer('get', 'misc/config', { status: 404, code: 'route/unknown' });
    await screen.findByRole('button', { name: 'Pay ₦100 from airtime' });
  });
});

describe('airtime', () => {
  test('is charged with one key, then the newer user is taken over', async () => {
    showPurchase({ what: 'plan', door: 'level' }, { player: { id: 'airtime-1' } });
    withoutNetwork();
    const charges = answer('get', SUBSCRIBE, 'no answer', { data: null });
    answer('get', VERIFY, { data: { ...paidUser, id: 'airtime-1' }, meta: { token: 'newer' } });
    await press('Pay ₦100 from airtime');
    await screen.findByText('No network. Try again: nothing is charged twice.');
    await press('Pay ₦100 from airtime');
    await screen.findByText('You have 1,000 coins. Pick a level.');
    expect(charges).toHaveLength(2);
    expect(keysOf(charges)).toHaveLength(1);
    expect(charges[0]?.url.searchParams.get('plan')).toBe('weekly');
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    expect(store.get(purchaseAtom)).toBeNull();
  });

  test('that is refused says that nothing was charged, and leaves the other ways', async () => {
    showPurchase({ what: 'plan', door: 'coins' }, { player: { id: 'airtime-2' } });
    const refusal = { status: 200, code: 'subscription/refused', message: 'Not enough airtime.' };
    const charges = answer('get', SUBSCRIBE, refusal);
    await press('Pay ₦100 from airtime');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Not enough airtime');
    expect(notice.textContent).toContain('Nothing was charged.');
    expect(screen.getByRole('radio', { name: /Card/ })).toBeTruthy();
    await press('Pay ₦100 from airtime');
    await waitFor(() => expect(keysOf(charges)).toHaveLength(2));
  });

  test.each([
    ['Waiting for your network', 'airtime-3', { status: 200, code: 'subscription/pending' }],
    ['Your network did not answer', 'airtime-4', { status: 502, code: 'billing/unavailable' }],
  ])('with an end that nobody knows can only be checked again: %s', async (words, id, reply) => {
    showPurchase({ what: 'plan', door: 'coins' }, { player: { id } });
    const charges = answer('get', SUBSCRIBE, reply, { data: aUser({ ...paidUser, id }) });
    await press('Pay ₦100 from airtime');
    await screen.findByText(words);
    expect(store.get(standingAtom)).toMatchObject({ playerId: id, plan: 'weekly' });
    expect(screen.queryByRole('radio')).toBeNull();
    await press('Close');
    cleanup();
    showPurchase({ what: 'plan', door: 'coins' }, { player: { id } });
    await screen.findByText(words);
    await press('Check again');
    await screen.findByText('You have 1,000 coins. Pick a level.');
    expect(keysOf(charges)).toHaveLength(1);
    expect(store.get(standingAtom)).toBeNull();
  });

  test('of a plan that another phone bought meanwhile takes it over', async () => {
    showPurchase({ what: 'plan', door: 'coins' }, { player: { id: 'airtime-5' } });
    answer('get', SUBSCRIBE, { status: 409, code: 'subscription/active' });
    answer('get', VERIFY, { data: { ...paidUser, id: 'airtime-5' } });
    await press('Pay ₦100 from airtime');
    await screen.findByText('You have 1,000 coins. Pick a level.');
  });
});

describe('Buy Coins', () => {
  test('asks for a pack, and shows what it takes by card', async () => {
    showPurchase({ what: 'coins', door: 'coins' });
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('Input amount');
    await choose(/^3,500 coins ₦500/);
    expect(screen.getByText('₦507.50')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  test('has packs of their own for mobile money', async () => {
    showPurchase({ what: 'coins', door: 'coins' });
    (await screen.findByRole('tab', { name: 'Mobile money' })).click();
    await choose(/^1,500 coins ₦200/);
    expect(screen.queryByRole('radio', { name: /^7,000/ })).toBeNull();
    screen.getByText('Charges are shown before you pay.');
  });

  test('says so where only airtime is offered', async () => {
    showPurchase({ what: 'coins', door: 'coins' }, { ways: ['airtime'] });
    await screen.findByText(/There are no packs now/);
  });
});
