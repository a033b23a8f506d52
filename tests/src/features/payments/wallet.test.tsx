import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import { keepPending } from '../../../../src/features/payments/pending-payment.ts';
import {
  resumed,
  stepWallet,
  type WalletEvent,
  type WalletState,
} from '../../../../src/features/payments/wallet.tsx';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { NOON } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { paidUser, press, showPurchase } from '../../../support/purchase.tsx';
import {
  CHARGES,
  charged,
  PAY,
  pending,
  queued,
  SEARCH,
  STATUS,
  success,
  toConfirm,
  toMobileMoney,
  toPay,
} from './mobile-money/wallet-steps.ts';
import { aPayment, wallet } from './payments.ts';

describe('a payment by mobile money', () => {
  const phone: WalletState = { step: 'phone', digits: '08030000000' };

  const payment = aPayment({ startedAt: NOON });

  const resendAt = NOON + 40_000;

  const queued: WalletEvent[] = [
    { type: 'recognised', wallet },
    { type: 'queued', payment, resendAt },
  ];

  const run = (...events: WalletEvent[]) => events.reduce(stepWallet, phone);

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

const DOI = '/mobile-money/collections/:reference/doi';

/** The polling clock is stopped until the test moves it. */
function stillIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the payment', () => {
  test('is asked for as it was shown, then confirmed on the phone', async () => {
    const { payments } = await toConfirm(success);
    expect(payments[0]?.body).toEqual({
      name: 'Ada O.',
      msisdn: '08030000000',
      amount: 200,
      accountId: 'handle-1',
      operatorCharge: 2.5,
      serviceCharge: 1.5,
      totalAmount: 204,
      product: 'plan-weekly',
      reference: expect.stringMatching(/^FOM-[A-Za-z0-9]{18}$/),
      door: 'coins',
    });
    expect(payments[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await screen.findByText('Transaction queued');
    expect(hasPending()).toBe(true);
    await press('Confirm payment');
    const done = await screen.findByRole('dialog', { name: 'TRANSACTION SUCCESSFUL!' });
    expect(done.textContent).toContain('₦204.00');
    screen.getByText('Transaction Successful');
    expect(hasPending()).toBe(false);
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
    await press('Done');
    expect(store.get(purchaseAtom)).toBeNull();
  });

  test('is asked for every 7 s', async () => {
    stillIntervals();
    const { asked } = await toConfirm(pending, success);
    expect(asked).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(7000));
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(7000));
    await screen.findByText('TRANSACTION SUCCESSFUL!');
  });

  test.each([
    ['is still pending', pending, 'Unable to verify payment'],
    [
      'is refused with a reason',
      { status: 409, code: 'payment/mismatch', message: 'Another sum was paid.' },
      'Another sum was paid.',
    ],
  ])('whose status %s can be confirmed again', async (_what, status, words) => {
    await toConfirm(status);
    await press('Confirm payment');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    answer('get', STATUS, success);
    await press('Retry confirmation');
    await screen.findByText('TRANSACTION SUCCESSFUL!');
  });

  test('that fails is said, and can be made anew under another reference', async () => {
    const { payments } = await toConfirm({ data: { status: 'failed' } });
    await press('Confirm payment');
    // In the dialog and in a toast, one after the other.
    const said = () => screen.getAllByText('Unable to complete at the moment');
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(hasPending()).toBe(false);
    await press('Pay ₦204.00');
    await waitFor(() => expect(payments).toHaveLength(2));
    const references = payments.map(({ body }) => (body as { reference: string }).reference);
    expect(new Set(references).size).toBe(2);
  });

  test('that is refused is not waited for', async () => {
    await toPay();
    answer('post', PAY, { status: 200, code: 'mobile-money/refused', message: 'No.' });
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    expect(hasPending()).toBe(false);
  });

  test('whose reply is lost is asked for with the same key and reference, and waits', async () => {
    await toPay();
    const payments = answer('post', PAY, { status: 502, code: 'mobile-money/unavailable' }, queued);
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    expect(hasPending()).toBe(true);
    await press('Pay ₦204.00');
    await screen.findByText('Check your phone');
    expect(payments[1]?.body).toEqual(payments[0]?.body);
    expect(payments[1]?.headers.get('Idempotency-Key')).toBe(
      payments[0]?.headers.get('Idempotency-Key'),
    );
  });

  test('whose end is not known takes no other plan in its place', async () => {
    await toPay();
    answer('post', PAY, { status: 502, code: 'mobile-money/unavailable' });
    await press('Pay ₦204.00');
    await screen.findByText('Unable to complete at the moment');
    await userEvent.click(screen.getByRole('tab', { name: /^Daily/ }));
    expect(screen.getByRole('tab', { name: /^Weekly/ }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Pay ₦204.00' })).toBeTruthy();
  });

  test('of a pack says what it brings', async () => {
    await toMobileMoney(undefined, { what: 'coins', door: 'level' });
    answer('get', CHARGES, charged);
    const payments = answer('post', PAY, queued);
    await press('Yes, continue');
    await press('Pay ₦104.00');
    await screen.findByText('Check your phone');
    expect(payments[0]?.body).toMatchObject({ amount: 100, product: 'coins-100', door: 'level' });
  });
});

describe('the prompt', () => {
  const inSeconds = (seconds: number) => {
    const now = Date.now();
    const spy = vi.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
    onTestFinished(() => spy.mockRestore());
  };

  test('can be sent again after 40 s, then after 80 s', async () => {
    stillIntervals();
    await toConfirm(pending);
    const resend = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend DOI/ });
    expect(resend().textContent).toBe('Resend DOI in 0:40');
    expect(resend().ariaDisabled).toBe('true');
    inSeconds(40);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const seen = answer('post', DOI, { data: null });
    await press('Resend DOI');
    await screen.findByText('DOI resend successful');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await waitFor(() => expect(resend().textContent).toBe('Resend DOI in 1:20'));
    // A keyboard user continues from there, and sends no other prompt before its time.
    expect(document.activeElement).toBe(resend());
    await press(/^Resend DOI/);
    expect(seen).toHaveLength(1);
  });

  test('waits as long as the server says, sent or refused', async () => {
    stillIntervals();
    await toPay();
    answer('post', PAY, { data: { ...queued.data, resendAfter: 25 } });
    await press('Pay ₦204.00');
    const resend = () => screen.getByRole('button', { name: /^Resend DOI/ }).textContent;
    await waitFor(() => expect(resend()).toBe('Resend DOI in 0:25'));
    inSeconds(25);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const tooOften = { status: 429, code: 'rate/limited', headers: { 'Retry-After': '90' } };
    answer('post', DOI, { data: { resendAfter: 0 } }, tooOften);
    await press('Resend DOI');
    await screen.findByText('DOI resend successful');
    await press('Resend DOI');
    await waitFor(() => expect(resend()).toBe('Resend DOI in 1:30'));
  });

  test.each([
    [{ status: 404, code: 'unknown' }, 'unable to resend DOI'],
    [{ status: 502, code: 'mobile-money/unavailable' }, 'unable to resend DOI'],
    [{ status: 429, code: 'rate/limited', message: 'Three an hour.' }, 'Three an hour.'],
  ])('that cannot be sent again is told: %o', async (reply, words) => {
    stillIntervals();
    await toConfirm(pending);
    inSeconds(40);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    answer('post', DOI, reply);
    await press('Resend DOI');
    await screen.findByText(words);
  });
});

describe('a wallet without a status', () => {
  const HINT = 'webhooks/smart-cash/fund-wallet';

  const UNSEEN = /^We cannot see from here when you have paid\./;

  /** The answers of APIs to a call that they do not have. */
  const NO_CALL = { raw: '<html>Cannot GET /collections</html>', status: 404 };

  beforeEach(() => {
    env.hasAdditions = false;
    // Credits that have arrived by then are looked for where the API reports them.
    answer('get', 'payments/subscription/airtime/verify/:phone', {
      data: { ...paidUser, pointBalance: 1750 },
    });
    return () => {
      env.hasAdditions = true;
    };
  });

  /** To the prompt on the phone, by the specification's calls only. */
  async function payAt(queued: Answer, ...hints: Answer[]) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await toPay();
    const payments = answer('post', PAY, queued);
    const statuses = answer('get', STATUS, NO_CALL);
    const given = answer('post', HINT, ...hints);
    await press('Pay ₦204.00');
    await screen.findByText('Check your phone');
    return { payments, statuses, given };
  }

  const inSevenSeconds = () => act(() => vi.advanceTimersByTimeAsync(7000));

  const HEARD = { data: { anything: 'at all' } };

  describe('a payment at an API that knows only the calls of the specification', () => {
    test.each([
      ['of its data', { data: { reference: 'TX-77', status: 'TIP' } }, 'TX-77', 'TIP'],
      ['as a number, and the reference too', { data: { reference: 77, status: 206 } }, '77', 206],
      ['of the envelope where its data has none', { data: { reference: 'TX-77' } }, 'TX-77', true],
      [
        'of a refused transaction, as it is',
        { data: { reference: 'TX-77', status: 'TF' } },
        'TX-77',
        'TF',
      ],
    ])(
      'is hinted at with the status that Pay was answered with: %s',
      async (_which, queued, reference, status) => {
        const { given } = await payAt(queued, HEARD);
        expect(given).toHaveLength(0);
        await inSevenSeconds();
        await screen.findByText(UNSEEN);
        expect(given.map(({ body }) => body)).toEqual([{ reference, amount: 200, status }]);
        expect(given[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
      },
    );

    test.each([
      ['nothing', { data: null }],
      ['a shape of its own', { data: { transaction: { id: 5 } } }],
      ['a status that is none', { data: { status: { code: 1 } } }],
    ])('that answers Pay with %s is known by our reference', async (_what, queued) => {
      const { payments, given } = await payAt(queued, HEARD);
      await inSevenSeconds();
      await screen.findByText(UNSEEN);
      const [sent] = payments.map(({ body }) => body as { reference: string });
      expect(given.map(({ body }) => body)).toEqual([
        { reference: sent?.reference, amount: 200, status: true },
      ]);
    });

    test.each([
      ['was cut off', 'no answer'],
      ['failed', { status: 502, code: 'server/error' }],
      ['was a hotspot’s page', { raw: '<html>Log in</html>' }],
    ] as const)('whose hint %s is hinted at again, until that is answered', async (_what, lost) => {
      const { given } = await payAt(
        { data: { reference: 'TX-77', status: 'TIP' } },
        lost,
        lost,
        HEARD,
      );
      await inSevenSeconds();
      await waitFor(() => expect(given).toHaveLength(1));
      expect(screen.queryByText(UNSEEN)).toBeNull();
      await inSevenSeconds();
      await waitFor(() => expect(given).toHaveLength(2));
      await inSevenSeconds();
      await screen.findByText(UNSEEN);
      await inSevenSeconds();
      await inSevenSeconds();
      expect(given).toHaveLength(3);
      expect(new Set(given.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });

    test.each([
      ['refuses the hint', { status: 422, code: 'unknown' }],
      ['says no to it', { status: 200, code: 'unknown' }],
      ['does not have that call either', NO_CALL],
    ])('that %s is told of once, and has ten minutes of hints', async (_what, hint) => {
      const { given } = await payAt({ data: { reference: 'TX-77' } }, hint);
      await inSevenSeconds();
      await screen.findByText(UNSEEN);
      await inSevenSeconds();
      expect(given).toHaveLength(1);
      for (let times = 2; times < 40; times += 1) {
        await act(() => vi.advanceTimersByTimeAsync(30_000));
        await waitFor(() => expect(given).toHaveLength(Math.min(times, 20)));
      }
      expect(screen.getAllByText(UNSEEN)).toHaveLength(1);
    });

    test('is never called paid: each press hints once more, and Done leaves it', async () => {
      const { given } = await payAt({ data: { reference: 'TX-77', status: 'success' } }, HEARD);
      await press('Confirm payment');
      expect((await screen.findByRole('alert')).textContent).toBe('Unable to verify payment');
      screen.getByText(UNSEEN);
      screen.getByText('TX-77');
      expect(hasPending()).toBe(true);
      await waitFor(() => expect(currentSession().user).toMatchObject({ pointBalance: 1750 }));
      await press('Retry confirmation');
      await waitFor(() => expect(given).toHaveLength(2));
      expect(screen.queryByText('TRANSACTION SUCCESSFUL!')).toBeNull();
      await press('Done');
      expect(hasPending()).toBe(false);
      expect(store.get(purchaseAtom)).toBeNull();
    });

    test('that was left in the middle is hinted at on return, told and forgotten', async () => {
      keepPending(aPayment({ answered: 'TIP' }));
      answer('get', STATUS, NO_CALL);
      const given = answer('post', HINT, HEARD);
      showPurchase(null);
      await screen.findByText(UNSEEN);
      const { reference } = aPayment();
      expect(given.map(({ body }) => body)).toEqual([{ reference, amount: 200, status: 'TIP' }]);
      await waitFor(() => expect(hasPending()).toBe(false));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    test('that was left before Pay was answered is hinted at without a status', async () => {
      keepPending(aPayment());
      answer('get', STATUS, NO_CALL);
      const given = answer('post', HINT, HEARD);
      showPurchase(null);
      await screen.findByText(UNSEEN);
      expect(given[0]?.body).toEqual({ reference: aPayment().reference, amount: 200 });
    });
  });

  test('a server that tells how a payment stands gets no hint', async () => {
    keepPending(aPayment());
    const asked = answer('get', STATUS, { status: 404, code: 'payment/unknown' });
    const given = answer('post', HINT, HEARD);
    showPurchase(null);
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(hasPending()).toBe(false));
    expect(given).toHaveLength(0);
  });
});
