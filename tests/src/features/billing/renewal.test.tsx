import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { aPlan, atNoon, open, payments, serve } from './billing.tsx';

const BY_AIRTIME = { plan: 'weekly', way: 'airtime', kobo: 10_000, feeKobo: 0 } as const;
const BY_CARD = { plan: 'daily', way: 'card', kobo: 5_000, feeKobo: 75 } as const;

const off = aPlan({ renewal: BY_AIRTIME });
const on = aPlan({ renewal: BY_AIRTIME, renews: true });
const changed = { data: { user: aUser({ pointBalance: 990 }) }, meta: { token: 'newer' } };

atNoon();
beforeEach(() => signIn());

const toggle = () => screen.findByRole('switch', { name: 'Renew by itself' });
const isOn = async () => (await toggle()).getAttribute('aria-checked');

async function show(plan: ReturnType<typeof aPlan>) {
  serve({ payments: payments([], plan) });
  open();
  await screen.findByText('a week');
}

/** Turns the switch on, up to the confirmation. */
async function ask() {
  await userEvent.click(await toggle());
  return within(screen.getByRole('dialog', { name: 'Renew by itself?' }));
}

test('it is off until it is chosen, and says in one sentence what on would take', async () => {
  await show(off);
  expect(await isOn()).toBe('false');
  const section = screen.getByRole('region', { name: 'Renew by itself' });
  expect(section.textContent).toBe(
    'Renew by itselfOffWhen on, we take ₦100 from your airtime every week until you turn it off.' +
      'Off now: your plan stops on Tue 24 Nov and we charge nothing.',
  );
});

test('by card the price is with its fee', async () => {
  serve({ payments: payments([], aPlan({ plan: 'daily', way: 'card', renewal: BY_CARD })) });
  open();
  const section = await screen.findByRole('region', { name: 'Renew by itself' });
  expect(section.textContent).toContain(
    'When on, we take ₦50.75 from your card every day until you turn it off.',
  );
  const dialog = await ask();
  expect(dialog.getByRole('button', { name: 'Renew for ₦50.75 a day' })).toBeTruthy();
});

test.each([
  ['the plan cannot renew', aPlan({ way: 'mobile-money', renewal: null })],
  ['the API does not tell', aPlan()],
])('there is no switch where %s', async (_why, plan) => {
  await show(plan);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('turning it on asks once more, with the price on the button', async () => {
  const calls = answer('put', 'payments/renewal', changed);
  await show(off);
  const dialog = await ask();
  expect(calls).toHaveLength(0);
  serve({ payments: payments([], on) });
  await userEvent.click(dialog.getByRole('button', { name: 'Renew for ₦100 a week' }));
  await waitFor(async () => expect(await isOn()).toBe('true'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls[0]?.body).toEqual({ isOn: true, totalKobo: 10_000 });
  expect(currentSession()).toMatchObject({ token: 'newer', user: { pointBalance: 990 } });
  expect(screen.getByText(/^On now: we take/).textContent).toBe(
    'On now: we take ₦100 on Tue 24 Nov, when your plan ends.',
  );
});

test('who says not now is charged nothing', async () => {
  const calls = answer('put', 'payments/renewal', changed);
  await show(off);
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await isOn()).toBe('false');
  expect(calls).toHaveLength(0);
});

test('turning it off is one tap', async () => {
  const calls = answer('put', 'payments/renewal', changed);
  await show(on);
  serve({ payments: payments([], off) });
  await userEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe('false'));
  expect(calls[0]?.body).toEqual({ isOn: false });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  [
    { status: 409, code: 'renewal/unavailable', message: 'Your bank does not let this card' },
    'Your bank does not let this card',
  ],
  [{ status: 502, code: 'card/unavailable' }, 'Unable to change the renewal'],
])('a refusal is told, and it can be pressed again: %j', async (refusal, text) => {
  const calls = answer('put', 'payments/renewal', refusal);
  await show(off);
  const dialog = await ask();
  const yes = () => dialog.getByRole('button', { name: 'Renew for ₦100 a week' });
  await userEvent.click(yes());
  await screen.findByText(text);
  await userEvent.click(yes());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect((await toggle()).getAttribute('aria-checked')).toBe('false');
});

test('without a network it stays as it is, and says so', async () => {
  answer('put', 'payments/renewal', 'no answer');
  await show(on);
  goOffline();
  await userEvent.click(await toggle());
  await screen.findByText('Unable to change the renewal');
  expect(await isOn()).toBe('true');
});
