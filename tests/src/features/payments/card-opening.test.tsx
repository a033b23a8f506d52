// @ts-expect-error The provider's package comes without types.
import ProvidersPop from '@paystack/inline-js';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPending } from '../../../../src/features/payments/pending-payment.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { PAID, PENDING, serve, VERIFY } from './card-window.ts';

beforeEach(() => {
  globalThis.PaystackPop = ProvidersPop;
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.PaystackPop = undefined;
  for (const layer of layers()) layer.remove();
});

/** The elements that the provider's script lays over the page. */
const layers = () => [...document.querySelectorAll<HTMLIFrameElement>('body > iframe')];
const shown = () => layers().filter(({ className }) => className === '');
const kept = () => readPending('player-1', Date.now());

/** A message from the provider's form to its script. */
function formSays(event: string, data: object = {}) {
  const origin = 'https://checkout.paystack.com';
  act(() => void dispatchEvent(new MessageEvent('message', { origin, data: { event, data } })));
}
const load = () => formSays('loaded:transaction', { id: 1, customer: {}, accessCode: 'code' });

/** Presses 'Pay', and waits for the provider's script to have begun. */
async function pay() {
  await press('Pay ₦101.50');
  await screen.findByText('Opening…');
  await waitFor(() => expect(layers()).not.toHaveLength(0));
}

async function openWindow(verdict: Parameters<typeof serve>[0] = PENDING) {
  showPurchase({ what: 'plan', door: 'coins' });
  const served = serve(verdict);
  await choose(/^Card/);
  await press('Continue');
  await pay();
  return served;
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ofOwnTime = () => vi.useFakeTimers({ shouldAdvanceTime: true });

async function isClosed() {
  await screen.findByText('Payment window closed');
  screen.getByRole('dialog', { name: 'Pay by card' });
  expect(screen.queryByText('Opening…')).toBeNull();
  expect(kept()).toMatchObject([{ windowSaid: 'closed' }]);
}

describe('a card window on its way', () => {
  test('is waited for with a way out, and is there when its form has loaded', async () => {
    await openWindow(PAID);
    expect(shown()).toHaveLength(0);
    formSays('loaded:checkout');
    screen.getByText('Opening…');
    load();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shown()).toHaveLength(2);
    // From here on the player may have paid before the app closes.
    expect(kept()[0]).not.toHaveProperty('windowSaid');
    formSays('success', { reference: kept()[0]?.reference });
    await screen.findByText('Payment made successfully');
    expect(kept()).toEqual([]);
  });

  test('that is slow says that nothing was charged, and is there all the same', async () => {
    ofOwnTime();
    await openWindow();
    await passes(5000);
    expect(screen.queryByText(/slow to open/)).toBeNull();
    await passes(5000);
    screen.getByText('The card window is slow to open. Nothing was charged.');
    load();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shown()).toHaveLength(2);
    formSays('close');
    await isClosed();
  });

  test('is not told of as a payment that waits where the app goes meanwhile', async () => {
    await openWindow();
    expect(kept()).toMatchObject([{ way: 'card', windowSaid: 'closed' }]);
  });
});

describe('a card window that never loads', () => {
  test.each([
    ['answers nothing', () => undefined],
    ['loads its page and not the form', () => formSays('loaded:checkout')],
  ])('and %s is left by ‘Go back’, as by its own close', async (_what, half) => {
    ofOwnTime();
    const { verdicts } = await openWindow();
    half();
    await passes(10_000);
    await press('Go back');
    await isClosed();
    expect(shown()).toHaveLength(0);
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await passes(1000);
    expect(layers()).toHaveLength(0);
  });

  test('is left by Escape, by Back and by the close button at any moment', async () => {
    await openWindow();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(shown()).toHaveLength(0);
    await pay();
    act(() => history.back());
    await waitFor(() => expect(screen.queryByText('Opening…')).toBeNull());
    await pay();
    await press('Close');
    await waitFor(() => expect(screen.queryByText('Opening…')).toBeNull());
    screen.getByRole('button', { name: 'Pay ₦101.50' });
    expect(shown()).toHaveLength(0);
  });

  test('leaves the next one sound, with a reference of its own; what comes of it later does nothing', async () => {
    await openWindow();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(shown()).toHaveLength(0);
    load();
    formSays('success');
    expect(screen.queryByText('Payment made successfully')).toBeNull();
    const [first] = kept();
    await pay();
    load();
    expect(shown()).toHaveLength(2);
    expect(kept()).toMatchObject([{ reference: first?.reference }, { way: 'card' }]);
    expect(kept()[1]?.reference).not.toBe(first?.reference);
    answer('get', VERIFY, PAID);
    formSays('success');
    await screen.findByText('Payment made successfully');
    // Their layers have finished.
    await waitFor(() => expect(layers()).toHaveLength(0), { timeout: 2000 });
  });

  test('was paid in all the same: that is told once it is known', async () => {
    const { verdicts } = await openWindow();
    answer('get', VERIFY, PAID);
    await userEvent.keyboard('{Escape}');
    await screen.findByText('Payment made successfully');
    expect(currentSession().user).toMatchObject({ isActive: true });
    expect(kept()).toEqual([]);
    expect(verdicts).toHaveLength(0);
  });
});

test('a form that the provider cannot show is said, with another try', async () => {
  await openWindow();
  formSays('error', { type: 'setup', message: 'Invalid key' });
  await screen.findByText('Could not load the payment window');
  expect(kept()).toMatchObject([{ windowSaid: 'closed' }]);
  expect(screen.queryByText('Payment window closed')).toBeNull();
  await waitFor(() => expect(layers()).toHaveLength(0), { timeout: 2000 });
  await press('Try again');
  await screen.findByText('Opening…');
  load();
  expect(shown()).toHaveLength(2);
  formSays('close');
  await screen.findByText('Payment window closed');
});

test('a script that says too late that its form is there says nothing of the next one', async () => {
  const late: (() => void)[] = [];
  globalThis.PaystackPop = class {
    newTransaction({ onLoad }: { onLoad: () => void }) {
      late.push(onLoad);
    }

    cancelTransaction() {}
  };
  showPurchase({ what: 'plan', door: 'coins' });
  serve(PENDING);
  await choose(/^Card/);
  await press('Continue');
  for (const times of [1, 2]) {
    await press('Pay ₦101.50');
    await screen.findByText('Opening…');
    await waitFor(() => expect(late).toHaveLength(times));
    if (times === 1) await userEvent.keyboard('{Escape}');
  }
  act(() => late[0]?.());
  screen.getByText('Opening…');
  expect(kept().map(({ windowSaid }) => windowSaid)).toEqual(['closed', 'closed']);
  act(() => late[1]?.());
  expect(screen.queryByText('Opening…')).toBeNull();
});

test('a script that fails to open its window leaves nothing of it', async () => {
  globalThis.PaystackPop = class {
    constructor() {
      document.body.append(document.createElement('iframe'));
    }

    newTransaction(): never {
      throw new TypeError('of the provider');
    }

    cancelTransaction() {}
  };
  showPurchase({ what: 'plan', door: 'coins' });
  serve();
  await choose(/^Card/);
  await press('Continue');
  await press('Pay ₦101.50');
  await screen.findByText('Error processing payment');
  expect(layers()).toHaveLength(0);
  expect(kept()).toEqual([]);
});
