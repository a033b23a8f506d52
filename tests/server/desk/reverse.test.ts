import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { renewPlan, verify } from '../accounts/subscription-calls.ts';
import { paidPack, stateOf } from '../payments/card-calls.ts';
import { periodsOf } from '../payments/undone-calls.ts';

const server = testServer();

const run = (command: string[], key: string | null = null) => operate(server(), command, key);

let ngozi = '';
beforeAll(async () => {
  ngozi = await addOperator(server(), 'ngozi');
}, 60_000);

test('a payment is reversed by who has a key, and that is logged', async () => {
  const player = await server().subscriber();
  const reference = await paidPack(server(), player);
  const reverse = ['payments', 'reverse', reference, '--why', 'asked twice'];
  for (const key of [null, 'wrong']) {
    expect(await run(reverse, key)).toMatchObject({ isDone: false });
  }
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await logOf(server(), reference)).toEqual([]);
  expect(await run(reverse, ngozi)).toEqual({ lines: ['Taken back: 750 coins'], isDone: true });
  expect(await run(reverse, ngozi)).toMatchObject({ lines: ['It was taken back before'] });
  const logged = {
    operator: 'ngozi',
    command: 'reverse',
    why: 'asked twice',
    at: new Date(server().clock.at),
  };
  expect(await logOf(server(), reference)).toEqual([logged, logged]);
});

test('the network renews no plan that was taken back, and is asked again where it did not answer', async () => {
  const player = await server().subscriber();
  const [first] = await periodsOf(player);
  const { operator } = server();
  const sandbox = operator.fetch;
  const ended: string[] = [];
  let status = 500;
  operator.fetch = async (url, init) => {
    if (init.method !== 'DELETE') return sandbox(url, init);
    ended.push(url);
    return new Response('', { status });
  };
  onTestFinished(() => {
    operator.fetch = sandbox;
  });
  const reverse = ['payments', 'reverse', first?.reference ?? '', '--why', 'wrong number'];
  expect(await run(reverse, ngozi)).toEqual({
    lines: [
      'Taken back: 1,000 coins',
      'The network did not answer, and may renew it by itself. Give the same command again',
    ],
    isDone: false,
  });
  status = 200;
  ended.length = 0;
  expect(await run(reverse, ngozi)).toEqual({
    lines: ['It was taken back before', 'The network was told to renew it no more'],
    isDone: true,
  });
  expect(ended).toEqual([expect.stringContaining(`/subscriptions/${stored(player.phone)}`)]);
});

test('the network goes on renewing where airtime has paid for another plan that runs', async () => {
  const player = await server().subscriber();
  await renewPlan(server(), player, 'daily');
  await player.get(verify(player, 'ondemand/'));
  const [first] = await periodsOf(player);
  const before = server().operator.asked.length;
  expect(await run(['payments', 'reverse', first?.reference ?? '', '--why', 'x'], ngozi)).toEqual({
    lines: ['Taken back: 1,000 coins'],
    isDone: true,
  });
  expect(server().operator.asked.slice(before)).toEqual([]);
});
