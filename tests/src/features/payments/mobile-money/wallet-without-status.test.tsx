import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../../../../../src/config/env.ts';
import { hasPending } from '../../../../../src/features/payments/has-pending.ts';
import { keepPending } from '../../../../../src/features/payments/pending-payment.ts';
import { currentSession, store } from '../../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../../src/subscription/asked-plan.ts';
import { type Answer, answer } from '../../../../support/fake-api.ts';
import { paidUser, press, showPurchase } from '../../../../support/purchase.tsx';
import { aPayment } from '../payments.ts';
import { PAY, STATUS, toPay } from './wallet-steps.ts';

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
