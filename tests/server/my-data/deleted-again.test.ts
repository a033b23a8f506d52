import { expect, test } from 'vitest';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { buy } from '../../support/payments.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, webhook } from '../payments/card-calls.ts';
import { startAnew } from './start-anew.ts';

const server = testServer();

const playsOf = async (player: TestPlayer) =>
  ((await player.get('/user/dailyplays')).body.data as { count: number }).count;

const levelOf = async (player: TestPlayer) => {
  const { level } = await server()
    .db.selectFrom('rounds')
    .select('question_level as level')
    .where('player_id', '=', player.id)
    .orderBy('play_id', 'desc')
    .executeTakeFirstOrThrow();
  return level;
};

test('deleting and signing up again in a loop gains no coin, no play and no easy round', async () => {
  let player = await server().veteran(30);
  await player.play(5, 'hard');
  const plays = await playsOf(player);
  for (let turn = 0; turn < 5; turn += 1) {
    player = await startAnew(player);
    await player.subscribe();
    const user = await player.user();
    expect(user).toMatchObject({ pointBalance: 0, highScore: 0, isActive: true });
    expect(await playsOf(player)).toBe(plays + turn);
    // One play of each account, on coins that it bought.
    const reference = `FOM-${newKey().replaceAll('-', '').slice(0, 18)}`;
    const body = { product: 'coins-100', provider: 'card', reference };
    await player.post('/payments/expected', body, { key: newKey() });
    await webhook(
      server(),
      JSON.stringify({ event: 'charge.success', data: chargeOf(player, reference) }),
    );
    expect((await player.user()).pointBalance).toBe(750);
    await player.play(5, 'hard');
    expect(await levelOf(player)).toBe('hard');
  }
  while ((await playsOf(player)) < DAILY_PLAY_CAP) {
    await player.get('/user/reduce-play', { key: newKey() });
    await server()
      .db.updateTable('plays')
      .set({ is_open: false })
      .where('player_id', '=', player.id)
      .execute();
  }
  player = await startAnew(player);
  const refused = await player.get('/user/reduce-play', { key: newKey() });
  expect(refused.body.code).toBe('plays/cap-reached');
});

test('a young account stays as young as its number was first seen', async () => {
  let player = await server().veteran(20);
  player = await startAnew(player);
  expect(Date.parse((await player.user()).createdAt ?? '')).toBe(server().clock.at - 20 * DAY_MS);
});

test('paid time runs on, is no payment of the new account, and can be reversed', async () => {
  const before = await server().subscriber();
  const player = await startAnew(before);
  expect((await player.user()).isActive).toBe(true);
  expect((await player.get('/payments')).body).toMatchObject({
    data: [],
    meta: { plan: { plan: 'weekly', isCancelled: true } },
  });
  server().clock.at += 8 * DAY_MS;
  expect((await player.user()).isActive).toBe(false);
});

test('a plan whose payment was taken back after the deletion runs on in no later account', async () => {
  const before = await server().signUp();
  const reference = await buy(before, { product: 'plan-weekly' });
  expect((await before.user()).isActive).toBe(true);
  await before.delete('/user', { word: 'DELETE' }, { key: newKey() });
  const { db, clock } = server();
  await db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
  const player = await server().signUp({ phone: before.phone });
  expect((await player.user()).isActive).toBe(false);
});

test('a break from buying and a weekly limit outlive the account', async () => {
  const before = await server().signUp();
  await server().call('PUT', '/payments/limit', {
    body: { breakDays: 7 },
    headers: { authorization: `Bearer ${before.token}`, 'idempotency-key': newKey() },
  });
  const player = await startAnew(before);
  expect((await player.get('/payments')).body.meta).toMatchObject({
    care: { breakUntil: new Date(server().clock.at + 7 * DAY_MS).toISOString() },
  });
});

test('hashes left by deleted accounts are removed after 180 days, and hold no number', async () => {
  const { db, clock, app, services } = server();
  const player = await server().subscriber();
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  const hashes = async () =>
    (await db.selectFrom('deleted_numbers').select('number_hash').execute()).map(
      ({ number_hash }) => number_hash,
    );
  expect((await hashes()).join(' ')).not.toContain(player.phone.slice(1));
  clock.at += 180 * DAY_MS;
  await sweep(services, app.log);
  expect(await hashes()).toHaveLength(1);
  clock.at += 1;
  await sweep(services, app.log);
  expect(await hashes()).toEqual([]);
});
