// @ts-expect-error The provider's package comes without types.
import ProvidersPop from '@paystack/inline-js';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import {
  type CardEvent,
  type CardState,
  stepCard,
} from '../../../../src/features/payments/card.tsx';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import { keepPending, readPending } from '../../../../src/features/payments/pending-payment.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { EMAIL_FAULT } from '../../../../src/rules/players.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { choose, paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import {
  expected,
  fakeWindows,
  MISMATCH,
  PAID,
  PENDING,
  payByCard,
  serve,
  VERIFY,
} from './card-window.ts';
import { aPayment } from './payments.ts';

const plan = () => showPurchase({ what: 'plan', door: 'coins' });

const sum: CardState = {
  step: 'sum',
  email: 'ada@example.com',
  kobo: 10_000,
  feeKobo: 150,
  fault: null,
  payment: null,
  words: null,
};

const payment = aPayment({ way: 'card' });

const sent = { ...payment, windowSaid: 'paid' } as const;

const run = (...events: CardEvent[]) => events.reduce(stepCard, sum);

describe('a payment by card', () => {
  test('goes from the sum to the window, and waits for the verdict', () => {
    expect(run({ type: 'pay' }).step).toBe('preparing');
    const opened: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...opened)).toMatchObject({ step: 'opening', payment });
    expect(run(...opened, { type: 'loaded' })).toMatchObject({ step: 'window', payment });
    expect(
      run({ type: 'pay' }, { type: 'opened', payment }, { type: 'paid', payment: sent }).step,
    ).toBe('verifying');
  });

  test('is begun once, however often it is pressed', () => {
    const opened = run({ type: 'pay' }, { type: 'opened', payment });
    expect(stepCard(opened, { type: 'pay' })).toBe(opened);
  });

  test('keeps its email while it is under way', () => {
    expect(run({ type: 'pay' }, { type: 'typed', email: 'other' }).email).toBe('ada@example.com');
    expect(run({ type: 'typed', email: 'other' }).email).toBe('other');
  });

  test('comes back to the sum when the window is closed, before it was there too', () => {
    const opened: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...opened, { type: 'closed' })).toMatchObject({ step: 'sum', payment: null });
    const closed = run(...opened, { type: 'loaded' }, { type: 'closed' });
    expect(closed).toMatchObject({ step: 'sum', payment: null });
    expect(stepCard(closed, { type: 'loaded' })).toBe(closed);
  });

  test.each([
    [{ type: 'no-script' }, 'script'],
    [{ type: 'bad-email' }, 'email'],
    [{ type: 'priced', kobo: 20_000, feeKobo: 300 }, 'price'],
  ] as const)('says what stopped it: %o', (event, fault) => {
    expect(run({ type: 'pay' }, event)).toMatchObject({ step: 'sum', fault });
  });

  test('shows the sum that the server asks for before anything is paid', () => {
    expect(run({ type: 'pay' }, { type: 'priced', kobo: 20_000, feeKobo: 300 })).toMatchObject({
      kobo: 20_000,
      feeKobo: 300,
    });
  });

  test('that nobody can verify keeps its payment', () => {
    const events: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...events, { type: 'paid', payment: sent }, { type: 'unverified' })).toMatchObject({
      step: 'unverified',
      payment: sent,
    });
  });

  test('that is refused for good keeps the words for it', () => {
    const words = 'What was paid is not what this costs. Please contact us.';
    expect(run({ type: 'pay' }, { type: 'refused', payment, words })).toMatchObject({
      step: 'refused',
      payment,
      words,
    });
  });
});

describe('the dialog', () => {
  const windows = fakeWindows();

  describe('a payment by card', () => {
    test('is expected, paid in the window and verified', async () => {
      showPurchase({ what: 'plan', door: 'level' });
      const { expectations, verdicts } = serve();
      await payByCard(windows);
      const [opened] = windows;
      expect(opened).toMatchObject({
        key: 'pk_test',
        email: 'ada@example.com',
        amount: 10_150,
        currency: 'NGN',
        metadata: {
          userId: 'player-1',
          phone: '2348030000000',
          email: 'ada@example.com',
          type: 'subscription',
        },
      });
      expect(opened?.reference).toMatch(/^FOM-[A-Za-z0-9]{18}$/);
      expect(expectations[0]?.body).toEqual({
        product: 'plan-weekly',
        provider: 'card',
        reference: opened?.reference,
        door: 'level',
        totalKobo: 10_150,
      });
      expect(expectations[0]?.headers.get('Idempotency-Key')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(hasPending()).toBe(true);
      opened?.onSuccess();
      await screen.findByText('Payment made successfully');
      expect(verdicts[0]?.url.pathname).toContain(opened?.reference);
      expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
      expect(hasPending()).toBe(false);
      expect(store.get(purchaseAtom)).toBeNull();
    });

    test('that the provider took no money for says so', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      serve({ status: 200, code: 'payment/failed' });
      await payByCard(windows);
      windows[0]?.onSuccess();
      await screen.findByText('Error processing payment');
      await screen.findByRole('button', { name: 'Pay ₦101.50' });
      expect(hasPending()).toBe(false);
    });

    test.each([
      ['is pending', { status: 200, code: 'payment/pending' }],
      ['gets no answer', 'no answer'],
      ['meets an API without the call', { status: 404, code: 'unknown' }],
      ['finds cards no longer on offer', { status: 404, code: 'route/unknown' }],
      ['gets a page in place of an answer', { raw: '<html>Log in to this hotspot</html>' }],
      ['gets an error page', { raw: '<html>Bad gateway</html>', status: 502 }],
      ['finds the provider down', { status: 502, code: 'card/unavailable' }],
    ] as const)(
      'that cannot be verified, since it %s, is asked for again',
      async (_why, verdict) => {
        showPurchase({ what: 'plan', door: 'coins' });
        serve(verdict);
        await payByCard(windows);
        windows[0]?.onSuccess();
        await screen.findByRole('dialog', { name: 'Payment could not be verified' });
        screen.getByText(/Next time in 0:/);
        screen.getByText('You sent the payment');
        expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
        expect(hasPending()).toBe(true);
        answer('get', VERIFY, { data: { user: paidUser } });
        await press('Check again');
        await screen.findByText('Payment made successfully');
        expect(hasPending()).toBe(false);
      },
    );

    test('whose verdict comes after its dialog was closed is told all the same', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      const { answer: late, release } = held(PAID);
      serve(late);
      await payByCard(windows);
      windows[0]?.onSuccess();
      await press('Close');
      expect(screen.queryByRole('dialog')).toBeNull();
      await release();
      await screen.findByText('Payment made successfully');
      expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
      expect(hasPending()).toBe(false);
    });

    test("whose verdict is another player's leaves the player who is signed in", async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      serve({ data: { user: { ...paidUser, id: 'player-2' } }, meta: { token: 'theirs' } });
      await payByCard(windows);
      windows[0]?.onSuccess();
      await screen.findByText('Payment made successfully');
      expect(currentSession()).toMatchObject({ token: 'token-of-ada', user: { id: 'player-1' } });
    });

    test('shows another price before anything is paid', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      serve();
      answer('post', 'payments/expected', {
        data: { kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 1000 },
      });
      await choose(/^Card/);
      await press('Continue');
      await press('Pay ₦101.50');
      await screen.findByText('The price has changed. Nothing was charged.');
      expect(windows).toHaveLength(0);
      await press('Pay ₦203.00');
      await waitFor(() => expect(windows[0]?.amount).toBe(20_300));
    });

    test('that the server refuses since its price is another shows that one first', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      serve();
      const seen = answer(
        'post',
        'payments/expected',
        { status: 409, code: 'payment/mismatch' },
        { data: { kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 1000 } },
      );
      await choose(/^Card/);
      await press('Continue');
      const card = { daily: 100, weekly: 200 };
      const prices = { ...DEFAULT_PRICES, plans: { ...DEFAULT_PRICES.plans, card } };
      answer('get', 'misc/config', { data: { prices, ways: WAYS } });
      await press('Pay ₦101.50');
      await screen.findByText('The price has changed. Nothing was charged.');
      await press('Pay ₦203.00');
      await waitFor(() => expect(windows[0]?.amount).toBe(20_300));
      expect(seen.map(({ body }) => (body as { totalKobo: number }).totalKobo)).toEqual([
        10_150, 20_300,
      ]);
    });

    test('is expected with the same key and reference after a lost reply', async () => {
      showPurchase({ what: 'plan', door: 'coins' });
      serve();
      const seen = answer(
        'post',
        'payments/expected',
        { status: 503, code: 'server/unavailable' },
        expected,
      );
      await choose(/^Card/);
      await press('Continue');
      await press('Pay ₦101.50');
      await screen.findByText('Error processing payment');
      await press('Pay ₦101.50');
      await waitFor(() => expect(windows).toHaveLength(1));
      expect(seen[1]?.body).toEqual(seen[0]?.body);
      expect(seen[1]?.headers.get('Idempotency-Key')).toBe(seen[0]?.headers.get('Idempotency-Key'));
    });
  });

  test('a script that does not load is said, with another try', async () => {
    const pop = globalThis.PaystackPop;
    globalThis.PaystackPop = undefined;
    showPurchase({ what: 'plan', door: 'coins' });
    const { expectations } = serve();
    await choose(/^Card/);
    await press('Continue');
    await press('Pay ₦101.50');
    const script = await waitFor(() => {
      const found = document.head.querySelector('script[src="/sandbox/card/inline.js"]');
      if (!found) throw new Error('no script yet');
      return found;
    });
    fireEvent.error(script);
    await screen.findByText('Could not load the payment window');
    screen.getByText('₦101.50');
    expect(expectations).toHaveLength(0);
    globalThis.PaystackPop = pop;
    await press('Try again');
    await waitFor(() => expect(windows).toHaveLength(1));
  });
});

describe('the email of a payment by card', () => {
  const windows = fakeWindows();

  const EMAIL = 'ada@example.ng';

  const STAND_IN = '2348030000000@phone.invalid';

  const kept = { data: aUser({ email: EMAIL, pointBalance: 0, isActive: false }) };

  const field = () => screen.findByLabelText<HTMLInputElement>('Email');

  /** The card dialog of a player with a stand-in email, with an email typed in. */
  async function typeEmail(typed = EMAIL, email = STAND_IN) {
    showPurchase({ what: 'plan', door: 'coins' }, { player: { email } });
    await choose(/^Card/);
    await press('Continue');
    await userEvent.clear(await field());
    await userEvent.type(await field(), typed);
  }

  test('is asked for where the account has a stand-in, and kept before anything is paid', async () => {
    const { expectations } = serve();
    const updates = answer('put', 'user', kept);
    await typeEmail('ada');
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay ₦101.50' });
    expect(pay.disabled).toBe(true);
    screen.getByText('Enter your email before you pay');
    await userEvent.type(await field(), '@example.ng');
    await userEvent.click(pay);
    await waitFor(() => expect(windows[0]?.email).toBe(EMAIL));
    expect(updates[0]?.body).toEqual({ email: EMAIL });
    expect(updates[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(expectations[0]?.body).not.toHaveProperty('email');
    expect(currentSession().user).toMatchObject({ email: EMAIL });
  });

  test('is the receipt’s alone where the account has one', async () => {
    serve();
    const updates = answer('put', 'user', kept);
    await typeEmail('other@example.ng', 'ada@example.com');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows[0]?.email).toBe('other@example.ng'));
    expect(updates).toHaveLength(0);
  });

  test('that the server finds wrong is said at its field, and nothing is paid', async () => {
    const { expectations } = serve();
    const wrong = { status: 422, code: 'email/invalid', message: EMAIL_FAULT };
    const updates = answer('put', 'user', wrong, kept);
    await typeEmail();
    await press('Pay ₦101.50');
    await screen.findByText(EMAIL_FAULT);
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(expectations).toHaveLength(0);
    await userEvent.type(await field(), '.com');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
    expect(updates[1]?.body).toEqual({ email: `${EMAIL}.com` });
    expect(updates[1]?.headers.get('Idempotency-Key')).not.toBe(
      updates[0]?.headers.get('Idempotency-Key'),
    );
  });

  test('is kept with the same key after a lost reply', async () => {
    serve();
    const updates = answer('put', 'user', { status: 503, code: 'server/unavailable' }, kept);
    await typeEmail();
    await press('Pay ₦101.50');
    await screen.findByText('Error processing payment');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
    expect(updates.map(({ body }) => body)).toEqual([{ email: EMAIL }, { email: EMAIL }]);
    expect(updates[1]?.headers.get('Idempotency-Key')).toBe(
      updates[0]?.headers.get('Idempotency-Key'),
    );
  });

  test('is kept once, whatever becomes of the payment after it', async () => {
    serve();
    const updates = answer('put', 'user', kept);
    answer('post', 'payments/expected', { status: 503, code: 'server/unavailable' });
    await typeEmail();
    await press('Pay ₦101.50');
    await screen.findByText('Error processing payment');
    serve();
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
    expect(updates).toHaveLength(1);
  });

  test('without a network is kept later, and nothing is paid', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { expectations } = serve();
    answer('put', 'user', 'no answer');
    await typeEmail();
    await press('Pay ₦101.50');
    await screen.findByText("No network. Try again: you won't be charged twice.");
    expect(expectations).toHaveLength(0);
    expect(windows).toHaveLength(0);
    expect((await field()).value).toBe(EMAIL);
    offline.mockRestore();
    answer('put', 'user', kept);
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
  });

  test('is kept where the server knows of none, though this phone does', async () => {
    serve();
    const updates = answer('put', 'user', kept);
    answer('post', 'payments/expected', { status: 422, code: 'email/invalid' });
    await typeEmail(EMAIL, 'ada@example.com');
    await press('Pay ₦101.50');
    await screen.findByText(EMAIL_FAULT);
    serve();
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
    expect(updates).toHaveLength(1);
  });
});

describe('the focus of a card payment', () => {
  const windows = fakeWindows();

  const focused = () => document.activeElement?.textContent;

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
});

describe('the window on its way', () => {
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
});

describe('a card window that was closed', () => {
  const windows = fakeWindows();

  const kept = () => readPending('player-1', Date.now());

  const close = async () => {
    act(() => windows.at(-1)?.onCancel());
    await screen.findByText('Payment window closed');
  };

  test('leaves the sum as it was, and the payment on the phone until its end is known', async () => {
    plan();
    const { verdicts } = serve(PENDING);
    await payByCard(windows);
    await close();
    screen.getByRole('dialog', { name: 'Pay by card' });
    await waitFor(() => expect(verdicts).toHaveLength(1));
    expect(kept()).toMatchObject([{ reference: windows[0]?.reference, windowSaid: 'closed' }]);
  });

  test('is forgotten once nothing was charged', async () => {
    plan();
    serve({ status: 200, code: 'payment/failed' });
    await payByCard(windows);
    await close();
    await waitFor(() => expect(kept()).toEqual([]));
    expect(screen.queryByText('Error processing payment')).toBeNull();
    screen.getByRole('button', { name: 'Pay ₦101.50' });
  });

  test('is told as paid where it was paid in a moment before', async () => {
    plan();
    serve();
    await payByCard(windows);
    act(() => windows[0]?.onCancel());
    await screen.findByText('Payment made successfully');
    expect(kept()).toEqual([]);
    expect(currentSession().user).toMatchObject({ isActive: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is asked about before another payment, which has a reference of its own', async () => {
    plan();
    const { verdicts } = serve(PENDING);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
    expect(verdicts).toHaveLength(2);
    expect(windows[1]?.reference).not.toBe(windows[0]?.reference);
    // The end of each is announced.
    expect(kept().map(({ reference }) => reference)).toEqual(
      windows.map(({ reference }) => reference),
    );
  });

  test('is not paid again where its payment came through meanwhile', async () => {
    plan();
    const { expectations } = serve(PENDING);
    const verdicts = answer('get', VERIFY, PENDING, PAID);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await screen.findByText('Payment made successfully');
    expect(windows).toHaveLength(1);
    expect(expectations).toHaveLength(1);
  });

  test('is not paid again while its first answer is on the way', async () => {
    plan();
    serve();
    const { answer: late, release } = held(PAID);
    const verdicts = answer('get', VERIFY, late);
    await payByCard(windows);
    await close();
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await act(release);
    await screen.findByText('Payment made successfully');
    expect(verdicts).toHaveLength(1);
    expect(windows).toHaveLength(1);
  });

  test('is not paid again while nobody can say whether it was paid', async () => {
    plan();
    const { expectations } = serve({ status: 502, code: 'card/unavailable' });
    await payByCard(windows);
    await close();
    await press('Pay ₦101.50');
    await screen.findByText('Error processing payment');
    expect(windows).toHaveLength(1);
    expect(expectations).toHaveLength(1);
    expect(kept()).toHaveLength(1);
    answer('get', VERIFY, PENDING);
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
  });

  test('in an earlier purchase counts as well', async () => {
    keepPending(aPayment({ way: 'card', payer: null, windowSaid: 'closed' }));
    plan();
    serve();
    const verdicts = answer('get', VERIFY, PENDING, PAID);
    await choose(/^Card/);
    await press('Continue');
    await waitFor(() => expect(verdicts).toHaveLength(1));
    await press('Pay ₦101.50');
    await screen.findByText('Payment made successfully');
    expect(windows).toHaveLength(0);
  });

  test('that was paid another sum is told with the way to people who can help', async () => {
    plan();
    serve(MISMATCH);
    await payByCard(windows);
    await close();
    await press('Pay ₦101.50');
    const dialog = await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    expect(dialog.textContent).toContain(MISMATCH.message);
    expect(dialog.textContent).toContain(windows[0]?.reference);
    expect(windows).toHaveLength(1);
    await press('Contact Us');
    await screen.findByText('At /contact');
    expect(kept()).toEqual([]);
  });
});

describe('a payment by card at an API without our additions', () => {
  const windows = fakeWindows();

  beforeEach(() => {
    env.hasAdditions = false;
    return () => {
      env.hasAdditions = true;
    };
  });

  /** To the provider's window by the specification's calls only. */
  async function payWithStandIn() {
    const email = '2348030000000@phone.invalid';
    showPurchase({ what: 'plan', door: 'coins' }, { player: { email } });
    answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
    await choose(/^Card/);
    await press('Continue');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.ng');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(1));
  }

  const NO_CALL = { raw: '<html>Not found</html>', status: 404 };

  test('is paid with the email in the window alone', async () => {
    const verdicts = answer('get', VERIFY, PAID);
    await payWithStandIn();
    expect(windows[0]).toMatchObject({ email: 'ada@example.ng', amount: 10_150 });
    act(() => windows[0]?.onSuccess());
    await screen.findByText('Payment made successfully');
    expect(verdicts[0]?.headers.get('Idempotency-Key')).toBeNull();
  });

  test('that it cannot verify is asked for again', async () => {
    const verdicts = answer('get', VERIFY, NO_CALL);
    await payWithStandIn();
    act(() => windows[0]?.onSuccess());
    await screen.findByRole('dialog', { name: 'Payment could not be verified' });
    await press('Retry confirmation');
    await waitFor(() => expect(verdicts).toHaveLength(2));
    await screen.findByText(/Next time in 0:/);
    answer('get', VERIFY, PAID);
    await press('Retry confirmation');
    await screen.findByText('Payment made successfully');
  });

  test('whose window was closed keeps nobody from another', async () => {
    answer('get', VERIFY, NO_CALL);
    await payWithStandIn();
    act(() => windows[0]?.onCancel());
    await screen.findByText('Payment window closed');
    await press('Pay ₦101.50');
    await waitFor(() => expect(windows).toHaveLength(2));
  });
});
