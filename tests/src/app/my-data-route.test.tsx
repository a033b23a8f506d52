import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MyDataRoute } from '../../../src/app/my-data-route.tsx';
import { queryClient } from '../../../src/app/query-client.ts';
import type { Payout } from '../../../src/contract/payouts.ts';
import { type Answer, answer } from '../../support/fake-api.ts';
import { renderScreen, signIn } from '../../support/render.tsx';
import { aPayout, winnings } from '../features/rewards/rewards.tsx';

beforeEach(() => {
  signIn();
  answer('get', 'user/sessions', { data: [] });
});

/** The contents of the card that deletes the account, once the prizes are known. */
async function cardWith(reply: Answer): Promise<HTMLElement> {
  const asked = answer('get', 'payouts', reply);
  renderScreen(<MyDataRoute />);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
  return screen.getByRole('region', { name: 'Delete my account' });
}

test.each<[string, Partial<Payout>[], string]>([
  ['being checked', [{ state: 'checking' }], '₦2,820 is on its way to you'],
  ['approved', [{ state: 'approved' }], '₦2,820 is on its way to you'],
  ['being sent, after tax', [{ state: 'sending', netKobo: 267_900 }], '₦2,679 is on its way'],
  ['paid to another', [{ state: 'sending' }, { state: 'paid' }, { state: 'held' }], '₦2,820 is on'],
  [
    'two on their way',
    [{ state: 'checking' }, { state: 'sending' }],
    '₦5,640 is on its way to you',
  ],
])('with a prize %s the card says to wait', async (_how, parts, text) => {
  const payouts = parts.map((part, at) => aPayout({ reference: `PO-${at}`, ...part }));
  const card = await cardWith(winnings(payouts));
  const note = await within(card).findByRole('status');
  expect(note.textContent).toContain(text);
  expect(note.textContent).toContain('Wait until it is paid, then delete.');
});

test.each<[string, Payout['state']]>([
  ['held', 'held'],
  ['sent back', 'failed'],
])('with a prize that is %s the card says that it is lost', async (_how, state) => {
  const card = await cardWith(winnings([aPayout({ state, reason: 'no-bank-account' })]));
  const note = await within(card).findByRole('status');
  expect(note.textContent).toContain('₦2,820 is held for you');
  expect(note.textContent).toContain('It is lost with the account.');
});

test.each<[string, Answer]>([
  ['was ever won', winnings([])],
  ['is open', winnings([aPayout({ state: 'paid' }), aPayout({ reference: '2', state: 'lapsed' })])],
  ['could be read', { status: 403, code: 'session/not-fresh' }],
])('where nothing %s the card says nothing of prizes', async (_how, reply) => {
  const card = await cardWith(reply);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(within(card).queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
