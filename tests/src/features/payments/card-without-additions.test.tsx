import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { answer } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { fakeWindows, PAID, VERIFY } from './card-window.ts';

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

describe('a payment by card at an API without our additions', () => {
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
