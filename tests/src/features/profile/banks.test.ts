import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { bankAccountQuery, takeOver } from '../../../../src/features/profile/banks.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { signIn } from '../../../support/render.tsx';

const PLAYER = aUser({ hasBank: false });
const BANK = {
  bankName: 'Access Bank',
  acctNumber: '789',
  acctName: 'ADA OKAFOR',
  heldUntil: null,
};

const added = () => {
  const client = new QueryClient();
  takeOver(client, PLAYER, { is: 'added', bank: BANK });
  return client.getQueryData(bankAccountQuery(PLAYER.id).queryKey);
};

beforeEach(() => signIn(PLAYER));

test('an account that was added is shown at once', () => {
  expect(added()).toEqual(BANK);
  expect(currentSession().user).toMatchObject({ hasBank: true });
});

test.each([
  ['nobody', () => updateSession(DEFAULT_SESSION)],
  ['somebody else', () => signIn(aUser({ id: '8', hasBank: false }))],
])('one that is answered when %s is signed in leaves nothing on the phone', (_who, change) => {
  change();
  expect(added()).toBeUndefined();
  expect(currentSession().user).not.toMatchObject({ hasBank: true });
});
