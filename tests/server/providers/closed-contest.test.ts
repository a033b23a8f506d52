import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, signUpByOperator } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { newReference } from '../payments/card-calls.ts';
import { pay } from '../payments/collection-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';

const REAL = {
  SIGN_IN_POLICY: 'operator',
  OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
  CARD_SECRET_KEY: 'sk_live_1',
  CARD_PUBLIC_KEY: 'pk_live_1',
  MOBILE_MONEY_URL: 'https://money.example',
  MOBILE_MONEY_KEY: 'key',
  MOBILE_MONEY_CLIENT_ID: 'client',
};
const PROMOTION = {
  promoter: 'Example Games Ltd, 1 Marina, Lagos',
  permit: 'NLRC/12/34',
  rules: 'https://example.ng/rush-rules',
  support: 'mailto:help@example.ng',
};

const closed = testServer({ env: REAL });
const open = testServer({
  env: { ...REAL, CONTEST: JSON.stringify(PROMOTION) },
  bank: buildBank(200),
});

async function adult(server: ReturnType<typeof closed>): Promise<TestPlayer> {
  const player = await signUpByOperator(server);
  await bornOn(player, '1990-01-01');
  return player;
}

const expecting = (player: TestPlayer, product: string) => () => {
  const body = { product, provider: 'card', reference: newReference() };
  return player.post('/payments/expected', body, { key: newKey() });
};

const contestOf = async (server: ReturnType<typeof closed>) => {
  const { data } = (await server.call('GET', '/misc/config')).body;
  return (data as { contest: object }).contest;
};

test('for real money no ticket is sold while nobody is named who may', async () => {
  const player = await adult(closed());
  await expectRefused(closed(), expecting(player, 'rush-ticket'), 409, 'rush/closed');
  const sums = { amount: 200, operatorCharge: 0, serviceCharge: 0, totalAmount: 200 };
  const order = { name: 'Ada', msisdn: '08050000154', accountId: 'one', ...sums };
  const paying = () =>
    pay(player, { ...order, product: 'rush-ticket', reference: newReference() }, newKey());
  await expectRefused(closed(), paying, 409, 'rush/closed');
  expect(closed().operator.asked).toEqual([]);
  expect((await expecting(player, 'coins-100')()).body.status).toBe(true);
  const nobody = { promoter: null, permit: null, rules: null, support: null };
  expect(await contestOf(closed())).toEqual({ isOpen: false, ...nobody });
});

test('once they are named it is open, and players are told who', async () => {
  const player = await adult(open());
  expect((await expecting(player, 'rush-ticket')()).body.status).toBe(true);
  expect(await contestOf(open())).toEqual({ isOpen: true, ...PROMOTION });
});
