import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import {
  answering,
  attemptsOf,
  knowsNoPlan,
  knowsNoWeek,
  plansOf,
  subscribe,
  verify,
  watchOperator,
} from './subscription-calls.ts';

const server = testServer();

const tap = (phone: string, plan = 'daily', key = newKey()) =>
  server().call('GET', subscribe({ phone }, plan), { headers: { 'idempotency-key': key } });

test('a number without an account is subscribed by number alone, and charged once', async () => {
  const phone = server().newPhone();
  const key = newKey();
  const operator = watchOperator(server(), { look: knowsNoPlan });
  const replies = [await tap(phone, 'daily', key), await tap(phone, 'daily', key)];
  replies.push(await tap(phone), await tap(phone, 'weekly'));
  operator.stop();
  for (const { body } of replies) expect(body).toEqual({ status: true, data: null });
  expect(operator.charges).toHaveLength(1);
  expect(await plansOf(server(), { phone })).toHaveLength(1);
  expect(await attemptsOf(server(), { phone })).toEqual([]);
});

test("a number's earlier payments are credited by its sign-up, once", async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), { look: knowsNoWeek });
  await tap(phone);
  const player = await server().signUp({ phone });
  expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 1000 });
  const found = await player.get(verify(player, 'ondemand/'));
  expect(found.body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
  const again = () => player.get(subscribe(player, 'daily'), { key: newKey() });
  await expectRefused(server(), again, 409, 'subscription/active');
  operator.stop();
  expect(operator.charges).toHaveLength(1);
});

test('a period that has ended by the sign-up is credited too', async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), { look: knowsNoWeek });
  for (const _day of [1, 2]) {
    await tap(phone);
    server().clock.at += DAY_MS;
  }
  const player = await server().signUp({ phone });
  operator.stop();
  expect(operator.charges).toHaveLength(2);
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 2000 });
  const left = server().db.selectFrom('paid_periods').selectAll();
  expect(await left.where('phone', '=', stored(phone)).execute()).toEqual([]);
});

test('an account that is made while the operator charges is credited', async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), {
    look: knowsNoWeek,
    charge: async (send) => {
      await server().signUp({ phone });
      return send();
    },
  });
  await tap(phone);
  operator.stop();
  const { body } = await server().lookUp(phone);
  expect(body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
});

test('a sign-up and taps at once are one charge, and credited once', async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), { look: knowsNoWeek });
  const [player] = await Promise.all([server().signUp({ phone }), tap(phone), tap(phone)]);
  operator.stop();
  await player.get(verify(player, 'ondemand/'));
  expect(new Set(operator.charges).size).toBeLessThanOrEqual(1);
  expect((await player.user()).pointBalance).toBe(1000 * new Set(operator.charges).size);
});

test('a charge that is pending at the sign-up is gone on with after it', async () => {
  const phone = server().newPhone();
  const pending = watchOperator(server(), { look: knowsNoWeek, charge: answering('pending') });
  await tap(phone);
  pending.stop();
  const player = await server().signUp({ phone });
  const later = watchOperator(server(), { look: knowsNoWeek });
  const reply = await player.get(subscribe(player, 'daily'), { key: newKey() });
  later.stop();
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 1000 } });
  expect(later.charges).toEqual(pending.charges);
});

test('a number without an account that has a plan already is not charged', async () => {
  const phone = server().newPhone();
  for (const _again of [1, 2]) {
    expect((await tap(phone, 'weekly')).body).toEqual({ status: true, data: null });
  }
  expect(await plansOf(server(), { phone })).toMatchObject([
    { reference: `SBX-FIRST-234${phone.slice(1)}` },
  ]);
  expect(await attemptsOf(server(), { phone })).toEqual([]);
});

test.each([
  ['01', 'subscription/refused', 0],
  ['02', 'subscription/pending', 1],
])('a number without an account that ends in %s gets %s', async (ending, code, attempts) => {
  const phone = server().newPhone(ending);
  const reply = await server().call('GET', subscribe({ phone }));
  expect(reply).toMatchObject({ status: 200, body: { status: false, data: null, code } });
  expect(await attemptsOf(server(), { phone })).toHaveLength(attempts);
});
