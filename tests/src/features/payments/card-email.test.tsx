import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { EMAIL_FAULT } from '../../../../src/rules/players.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { choose, press, showPurchase } from '../../../support/purchase.tsx';
import { fakeWindows, serve } from './card-window.ts';

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

describe('the email of a payment by card', () => {
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
