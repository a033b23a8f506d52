import { expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  booksOf,
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  pay,
  prompted,
  resend,
  watchService,
} from './collection-calls.ts';

const MINUTE_MS = 60_000;
const server = testServer();

/** Each prompts the same number. */
async function promptThrice(msisdn: string): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (const _player of [1, 2, 3]) {
    const player = await server().signUp();
    players.push(player);
    await prompted(player, { msisdn });
    server().clock.at += MINUTE_MS;
  }
  return players;
}

test('a player asks about five numbers a day, each as often as they like', async () => {
  const player = await server().signUp();
  const numbers = [1, 2, 3, 4, 5].map(() => newNumber());
  for (const msisdn of [...numbers, ...numbers]) {
    expect((await lookUp(player, msisdn)).body.status).toBe(true);
  }
  const sixth = newNumber();
  const service = watchService(server());
  const reply = await expectRefused(server(), () => lookUp(player, sixth), 429, 'rate/limited');
  await expectRefused(server(), () => chargesOn(player, sixth, 200), 429, 'rate/limited');
  service.stop();
  expect(service.asked).toEqual([]);
  // Noon in Lagos: twelve hours to the next day.
  expect(reply.headers['retry-after']).toBe(String(12 * 3_600));
  expect((await chargesOn(player, numbers[0] ?? '', 200)).body.status).toBe(true);
  server().clock.at += DAY_MS / 2;
  expect((await lookUp(player, sixth)).body.status).toBe(true);
  server().clock.at -= DAY_MS / 2;
});

test('a player can look up five of many numbers at once', async () => {
  const player = await server().signUp();
  const looks = Array.from({ length: 12 }, () => lookUp(player, newNumber()));
  const replies = await Promise.all(looks);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ body }) => body.code === 'rate/limited')).toHaveLength(7);
});

test('a sixth number is not paid with either, by whatever handle', async () => {
  const player = await server().signUp();
  for (const _number of [1, 2, 3, 4]) await lookUp(player, newNumber());
  const order = await newOrder(player);
  const sixth = { ...order, msisdn: newNumber() };
  await expectRefused(server(), () => pay(player, sixth), 429, 'rate/limited');
  expect((await pay(player, order)).body.status).toBe(true);
});

test('a number is prompted three times an hour, whoever asks', async () => {
  const msisdn = newNumber();
  await promptThrice(msisdn);
  const fourth = await server().signUp();
  const order = await newOrder(fourth, { msisdn });
  const service = watchService(server());
  const reply = await expectRefused(server(), () => pay(fourth, order), 429, 'rate/limited');
  service.stop();
  expect(service.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(reply.headers['retry-after']).toBe(String(57 * 60));
  server().clock.at += 57 * MINUTE_MS - 1;
  await expectRefused(server(), () => pay(fourth, order), 429, 'rate/limited');
  server().clock.at += 1;
  expect((await pay(fourth, order)).body.status).toBe(true);
});

test('a number gets three of many prompts at once', async () => {
  const msisdn = newNumber();
  const players = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server().signUp()));
  const orders = await Promise.all(players.map((player) => newOrder(player, { msisdn })));
  const replies = await Promise.all(
    players.map((player, index) => pay(player, orders[index] ?? {}, newKey())),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
});

test('a prompt is sent again after 40 s, then after 80 s, and no fourth time', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('98') });
  const early = async (seconds: number) => {
    const reply = await expectRefused(
      server(),
      () => resend(player, reference, newKey()),
      429,
      'rate/limited',
    );
    expect(reply.headers['retry-after']).toBe(String(seconds));
  };
  await early(40);
  server().clock.at += 39_000;
  await early(1);
  server().clock.at += 1_000;
  const key = newKey();
  const sent = await resend(player, reference, key);
  expect(sent.body).toEqual({
    status: true,
    data: { resendAfter: 80 },
    message: 'DOI resend successful',
  });
  await early(80);
  server().clock.at += 80_000;
  // A repeated call is the earlier one.
  expect((await resend(player, reference, key)).body.data).toEqual({ resendAfter: 0 });
  expect(await booksOf(player, reference)).toMatchObject({ prompts: 2 });
  expect((await resend(player, reference, newKey())).body.status).toBe(true);
  server().clock.at += 80_000;
  await early(3_600 - 200);
});

test('one of many taps at once sends the prompt again', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('98') });
  server().clock.at += 40_000;
  const service = watchService(server());
  await Promise.all([1, 2, 3, 4].map(() => resend(player, reference, newKey())));
  service.stop();
  expect(service.asked).toHaveLength(1);
});

test('a prompt that could not be sent again is tried again at once', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('97') });
  server().clock.at += 40_000;
  for (const _tap of [1, 2]) {
    const reply = await resend(player, reference, newKey());
    expect(reply.body).toMatchObject({
      status: false,
      message: 'unable to resend DOI',
      code: 'mobile-money/refused',
    });
  }
});

test("calls outside a limit's time are deleted", async () => {
  const msisdn = newNumber();
  await promptThrice(msisdn);
  const { db } = server();
  server().clock.at += 2 * DAY_MS;
  await sweep(server().services, server().app.log);
  expect(await db.selectFrom('wallet_lookups').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('wallet_prompts').selectAll().execute()).toEqual([]);
});
