import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepPlayer } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { signIn } from '../../../support/render.tsx';
import { address, aPlan, aRow, atNoon, open, passbook, payments, serve } from './billing.tsx';

atNoon();
beforeEach(() => signIn());

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

test.each([
  ['/billing', 'Plan', 'Billing History'],
  ['/billing#passbook', 'Passbook', 'Coins now'],
  ['/billing#consents', 'My consents', 'Each price you said yes to'],
  ['/billing#nothing', 'Plan', 'Billing History'],
])('%s opens the tab %s', async (at, name, text) => {
  serve();
  open(at);
  expect(chosen()).toBe(name);
  await screen.findByText(text);
});

test('a tab puts itself into the address, and asks for no more than it shows', async () => {
  const asked = serve({ passbook: passbook([aRow(1)]) });
  open();
  await screen.findByText('No payments have been made yet');
  expect(asked.passbook).toHaveLength(0);
  await tab('Passbook');
  expect(address()).toBe('/billing#passbook');
  await screen.findByText('Coins bought');
  expect(asked.consents).toHaveLength(0);
  await tab('My consents');
  expect(address()).toBe('/billing#consents');
  await screen.findByText('You have not said yes to a price yet');
  await tab('Plan');
  expect(address()).toBe('/billing');
  expect(asked.payments).toHaveLength(1);
});

test('the arrow keys choose a tab', async () => {
  serve();
  open();
  await screen.findByText('No payments have been made yet');
  screen.getByRole('tab', { name: 'Plan' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Passbook');
  expect(document.activeElement?.textContent).toBe('Passbook');
});

test('a purchase over the page brings what it shows anew', async () => {
  const asked = serve({ payments: payments([], null) });
  signIn(aUser({ isActive: false, pointBalance: 0 }));
  open();
  await screen.findByText('No plan');
  serve({ payments: payments([], aPlan()) });
  act(() => keepPlayer(aUser({ isActive: true, pointBalance: 1000 }), 'newer'));
  await screen.findByText('₦100');
  expect(asked.payments).toHaveLength(1);
  await vi.waitFor(() => expect(screen.queryByText('No plan')).toBeNull());
});

test('a session that has ended is left to the guard', async () => {
  serve({ payments: { status: 401, code: 'session/required' } });
  open();
  await screen.findByText('Signed out');
  expect(screen.queryByText('Failed to retrieve your payments')).toBeNull();
});
