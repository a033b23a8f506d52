import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Choice, choose } from '../../../../src/features/payments/choose.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import {
  askedPlanAtom,
  forgetAskedPlan,
  purchaseAtom,
} from '../../../../src/subscription/asked-plan.ts';
import { anAskedPlan, aUser } from '../../../support/builders.ts';
import { type Answer, answer, type SeenRequest } from '../../../support/fake-api.ts';
import {
  choose as choosePayment,
  paidUser,
  press,
  showPurchase,
} from '../../../support/purchase.tsx';
import { fakeWindows } from './card-window.ts';

const fresh: Choice = {
  plan: 'weekly',
  way: 'airtime',
  pack: null,
  fault: null,
};

describe('a choice', () => {
  test('keeps the way when the plan changes', () => {
    const card = choose(fresh, { type: 'way', way: 'card' });
    expect(choose(card, { type: 'plan', plan: 'daily' })).toMatchObject({
      plan: 'daily',
      way: 'card',
    });
  });

  test('of a pack is forgotten with its way, which has packs of its own', () => {
    const packed = choose(fresh, { type: 'pack', naira: 500 });
    expect(packed.pack).toBe(500);
    expect(choose(packed, { type: 'way', way: 'mobile-money' }).pack).toBeNull();
  });

  test('without a pack is told so until there is one', () => {
    const without = choose(fresh, { type: 'no-pack' });
    expect(without.fault).toBe('Input amount');
    expect(choose(without, { type: 'pack', naira: 100 }).fault).toBeNull();
  });
});

describe('the sheet of plans', () => {
  const SUBSCRIBE = 'payments/subscribe/airtime/2348030000000';

  const VERIFY = 'payments/subscription/airtime/verify/2348030000000';

  const keysOf = (seen: SeenRequest[]) => [
    ...new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))),
  ];

  beforeEach(forgetAskedPlan);

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
      showPurchase({ what: 'plan', door: 'level' });
      withoutNetwork();
      const charges = answer('get', SUBSCRIBE, 'no answer', { data: null });
      answer('get', VERIFY, { data: paidUser, meta: { token: 'newer' } });
      await press('Pay ₦100 from airtime');
      await screen.findByText("No network. Try again: you won't be charged twice.");
      await press('Pay ₦100 from airtime');
      await screen.findByText('You have 1,000 coins. Pick a level.');
      expect(charges).toHaveLength(2);
      expect(keysOf(charges)).toHaveLength(1);
      expect(charges[0]?.url.searchParams.get('plan')).toBe('weekly');
      expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
      expect(store.get(purchaseAtom)).toBeNull();
      expect(store.get(askedPlanAtom)).toBeNull();
    });

    test('that is refused says that nothing was charged, and leaves the other ways', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      const refusal = { status: 200, code: 'subscription/refused', message: 'Not enough airtime.' };
      const charges = answer('get', SUBSCRIBE, refusal);
      await press('Pay ₦100 from airtime');
      const notice = await screen.findByRole('alert');
      expect(notice.textContent).toContain('Not enough airtime');
      expect(notice.textContent).toContain('Nothing was charged.');
      expect(screen.getByRole('radio', { name: /Card/ })).toBeTruthy();
      await press('Pay ₦100 from airtime');
      await waitFor(() => expect(keysOf(charges)).toHaveLength(2));
      // The notice of the first 'no' is unchanged; the second has a message of its own.
      await screen.findByText('Not enough airtime.');
    });

    test.each([
      ['Waiting for your network', { status: 200, code: 'subscription/pending' }],
      ['Your network did not answer', { status: 502, code: 'billing/unavailable' }],
    ])('with an end that nobody knows can only be checked, uncharged: %s', async (words, reply) => {
      showPurchase({ what: 'plan', door: 'coins' });
      const charges = answer('get', SUBSCRIBE, reply);
      await press('Pay ₦100 from airtime');
      await screen.findByText(words);
      const dialog = screen.getByRole('dialog');
      expect(within(dialog).getByRole('heading')).toBe(document.activeElement);
      expect(screen.queryByRole('radio')).toBeNull();
      answer('get', VERIFY, reply, { data: paidUser });
      await press('Check again');
      await screen.findByText('Nothing new yet');
      screen.getByText(words);
      await press('Check again');
      await screen.findByText('You have 1,000 coins. Pick a level.');
      expect(store.get(purchaseAtom)).toBeNull();
      expect(charges).toHaveLength(1);
    });

    test('whose end nobody knows can only be checked, however long the sheet stood open before', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      showPurchase({ what: 'plan', door: 'coins' });
      answer('get', SUBSCRIBE, { status: 200, code: 'subscription/pending' });
      await screen.findByRole('button', { name: 'Pay ₦100 from airtime' });
      vi.setSystemTime(Date.now() + 5 * 60_000);
      await press('Pay ₦100 from airtime');
      await screen.findByText('Waiting for your network');
      expect(screen.queryByRole('radio')).toBeNull();
    });

    test.each([
      ['coins', undefined],
      ['billing', 'daily'],
      ['level', undefined],
    ] as const)('that is under way is told at every door: %s', async (door, plan) => {
      store.set(askedPlanAtom, anAskedPlan());
      showPurchase({ what: 'plan', door, ...(plan && { plan }) });
      await screen.findByText('Waiting for your network');
      expect(screen.getByRole('status').textContent).toContain('Weekly plan, ₦100 from airtime.');
      expect(screen.queryByRole('radio')).toBeNull();
      expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    });

    test('after 15 minutes leaves the other ways, and pays the same plan with the same key', async () => {
      store.set(askedPlanAtom, anAskedPlan({ askedAt: Date.now() - 15 * 60_000 }));
      showPurchase({ what: 'plan', door: 'home' });
      await screen.findByText('The first payment may still go through');
      screen.getByRole('button', { name: 'Check again' });
      const charges = answer('get', SUBSCRIBE, { status: 200, code: 'subscription/pending' });
      await press('Pay ₦100 from airtime');
      await waitFor(() => expect(keysOf(charges)).toEqual(['the-first-key']));
      expect(charges[0]?.url.searchParams.get('door')).toBe('coins');
      screen.getByText('The first payment may still go through');
      screen.getByRole('tab', { name: /Daily/ }).click();
      expect((await screen.findByText(/^Weekly plan/)).textContent).toContain('₦100');
    });

    test('offers the other ways by itself once 15 minutes are over', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      onTestFinished(() => void vi.useRealTimers());
      store.set(askedPlanAtom, anAskedPlan({ askedAt: Date.now() - 14 * 60_000 }));
      showPurchase({ what: 'plan', door: 'home' });
      await vi.waitFor(() => screen.getByText('Waiting for your network'));
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      screen.getByText('The first payment may still go through');
    });

    test('that was refused before stands above the ways', async () => {
      store.set(askedPlanAtom, anAskedPlan({ kind: 'refused', call: null }));
      showPurchase({ what: 'plan', plan: 'daily', door: 'billing' });
      const notice = await screen.findByRole('alert');
      expect(notice.textContent).toContain('Not enough airtimeThe Weekly plan costs ₦100.');
      screen.getByRole('button', { name: 'Pay ₦50 from airtime' });
    });

    test('that is not offered any more is not spoken of', async () => {
      store.set(askedPlanAtom, anAskedPlan());
      showPurchase({ what: 'plan', door: 'coins' }, { ways: ['card'] });
      await screen.findByRole('button', { name: 'Continue' });
      expect(screen.queryByText('Waiting for your network')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    });

    test('whose other plan is under way tells of that one', async () => {
      showPurchase({ what: 'plan', plan: 'daily', door: 'billing' });
      answer('get', SUBSCRIBE, { status: 409, code: 'subscription/running' });
      await press('Pay ₦50 from airtime');
      expect((await screen.findByRole('status')).textContent).toContain('Weekly plan, ₦100');
    });

    test('at another price than was shown charges nothing, and shows the new one', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      const refusal = { status: 409, code: 'payment/mismatch', message: 'The price has changed.' };
      const charges = answer('get', SUBSCRIBE, refusal, { data: paidUser });
      await screen.findByRole('button', { name: 'Pay ₦100 from airtime' });
      const airtime = { daily: 50, weekly: 150 };
      const prices = { ...DEFAULT_PRICES, plans: { ...DEFAULT_PRICES.plans, airtime } };
      answer('get', 'misc/config', { data: { prices, ways: WAYS } });
      await press('Pay ₦100 from airtime');
      await screen.findByText('The price has changed.');
      await press('Pay ₦150 from airtime');
      await screen.findByText('You have 1,000 coins. Pick a level.');
      expect(charges.map(({ url }) => url.searchParams.get('kobo'))).toEqual(['10000', '15000']);
      expect(keysOf(charges)).toHaveLength(2);
    });

    test('that is not offered any more is said so, and goes from the sheet', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      const message = 'You cannot pay this way now. Please choose another.';
      answer('get', SUBSCRIBE, { status: 404, code: 'route/unknown', message });
      await screen.findByRole('button', { name: 'Pay ₦100 from airtime' });
      answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: ['card'] } });
      await press('Pay ₦100 from airtime');
      await screen.findByText(message);
      await waitFor(() => expect(screen.queryByRole('radio', { name: /Airtime/ })).toBeNull());
      expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    });

    test('of a plan that another phone bought meanwhile takes it over', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      answer('get', SUBSCRIBE, { status: 409, code: 'subscription/active' });
      answer('get', VERIFY, { data: paidUser });
      await press('Pay ₦100 from airtime');
      await screen.findByText('You have 1,000 coins. Pick a level.');
    });
  });

  describe('Buy Coins', () => {
    test('asks for a pack, and shows what it takes by card', async () => {
      showPurchase({ what: 'coins', door: 'coins' });
      await press('Continue');
      const fault = await screen.findByText('Input amount');
      expect(fault.getAttribute('role')).toBe('alert');
      const packs = screen.getByRole('radiogroup', { name: 'Pack' });
      expect(packs.getAttribute('aria-invalid')).toBe('true');
      expect(packs.getAttribute('aria-describedby')).toBe(fault.id);
      await choosePayment(/^3,500 coins ₦500/);
      expect(screen.getByText('₦507.50')).toBeTruthy();
      expect(fault.textContent).toBe('');
      expect(packs.getAttribute('aria-invalid')).toBeNull();
    });

    test('has packs of their own for mobile money', async () => {
      showPurchase({ what: 'coins', door: 'coins' });
      (await screen.findByRole('tab', { name: 'Mobile money' })).click();
      await choosePayment(/^1,500 coins ₦200/);
      expect(screen.queryByRole('radio', { name: /^7,000/ })).toBeNull();
      screen.getByText('Charges are shown before you pay.');
    });

    test('says so where only airtime is offered', async () => {
      showPurchase({ what: 'coins', door: 'coins' }, { ways: ['airtime'] });
      await screen.findByText(/There are no packs now/);
    });
  });
});

describe('a ticket', () => {
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
    await choosePayment(/^Card/);
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
});
