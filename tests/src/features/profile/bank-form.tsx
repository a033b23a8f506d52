import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach } from 'vitest';
import { BankSection } from '../../../../src/features/profile/bank-section.tsx';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

export const BANKS = [
  { name: 'Zenith Bank', code: '057' },
  { name: 'Access Bank', code: '044' },
  { name: 'Guaranty Trust Bank', code: '058' },
];
export const NAME = 'ADA NGOZI OKAFOR';
export const OWN = {
  bankName: 'Access Bank',
  acctNumber: '*******789',
  acctName: NAME,
  heldUntil: null,
};
export const UNRESOLVED = { status: 422, code: 'bank/unresolved', message: 'Invalid acct details' };
export const DOWN = { status: 502, code: 'bank/unavailable', message: 'Down.' };
export const CHALLENGE = {
  raw: JSON.stringify({
    status: false,
    data: null,
    code: 'user/challenge',
    meta: { challenge: { id: 'challenge-1', channel: 'sms', resendAfter: 60 } },
  }),
};

/** A player who has no bank account yet. */
export function withoutAccount(): void {
  beforeEach(() => signIn(aUser({ hasBank: false })));
}

type Given = { bank?: object | null; list?: Answer; name?: Answer[]; added?: Answer[] };

/** The section of a player with the given bank account, if any, and answers. */
export function show({ bank = null, list, name, added }: Given = {}, at = '/profile') {
  answer('get', 'banks', { data: { bank } });
  answer('get', '/bank-listing/bank', list ?? { data: BANKS });
  const resolved = answer(
    'get',
    '/bank-listing/bank/resolve',
    ...(name ?? [{ data: { account_name: NAME } }]),
  );
  const posted = answer('post', 'banks', ...(added ?? [{ data: { bank: OWN } }]));
  renderScreen(<BankSection />, { path: '/profile', at });
  return { resolved, posted };
}

export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));
export const field = () => screen.getByLabelText<HTMLInputElement>('Account number');
export const fill = (value: string) => fireEvent.change(field(), { target: { value } });
export const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });

/** Opens the dialog and chooses a bank. */
export async function choose(open = 'Add bank account', bank = 'Access Bank 044') {
  await press(open);
  await press('Bank Choose your bank');
  await press(bank);
}
