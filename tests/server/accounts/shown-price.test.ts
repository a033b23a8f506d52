import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  attemptsOf,
  knowsNoPlan,
  lapsed,
  lostAnswer,
  subscribe,
  watchOperator,
} from './subscription-calls.ts';

const PRICES = JSON.stringify({ plans: { airtime: { daily: 60, weekly: 120 } } });
const server = testServer({ env: { PRICES } });

const SHOWN = { old: '&kobo=10000', now: '&kobo=12000' };

test('a plan is not charged at another price than was shown', async () => {
  const player = await lapsed(server());
  const operator = watchOperator(server());
  await expectRefused(
    server(),
    () => player.get(subscribe(player) + SHOWN.old, { key: newKey() }),
    409,
    'payment/mismatch',
  );
  expect(operator.charges).toEqual([]);
  expect(await attemptsOf(server(), player)).toEqual([]);
  const reply = await player.get(subscribe(player) + SHOWN.now, { key: newKey() });
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true } });
  expect(operator.charges).toHaveLength(1);
  operator.stop();
  const consents = await player.get('/payments/consents');
  expect(consents.body.data).toMatchObject([{ product: 'plan-weekly', kobo: 12_000 }]);
});

test('nor is a number without an account', async () => {
  const phone = '08030000001';
  const reply = await server().call('GET', subscribe({ phone }) + SHOWN.old, {
    headers: { 'idempotency-key': newKey() },
  });
  expect(reply).toMatchObject({ status: 409, body: { code: 'payment/mismatch' } });
});

test('a charge that goes on is at the price that it began with', async () => {
  const player = await lapsed(server());
  const lost = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
  await player.get(subscribe(player) + SHOWN.now, { key: newKey() });
  lost.stop();
  const again = watchOperator(server(), { look: knowsNoPlan });
  const reply = await player.get(subscribe(player) + SHOWN.old, { key: newKey() });
  again.stop();
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true } });
  expect(again.charges).toEqual(lost.charges);
});
