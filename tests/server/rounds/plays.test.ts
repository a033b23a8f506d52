import { expect, test } from 'vitest';
import { dayOf, lagosDate } from '../../../src/rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

const reduce = (player: TestPlayer, key = newKey()) => player.get('/user/reduce-play', { key });
const count = async (player: TestPlayer) => (await player.get('/user/dailyplays')).body.data;

/** This many of today's plays are used already. */
async function usePlays(player: TestPlayer, plays: number): Promise<void> {
  const row = {
    player_id: player.id,
    day: lagosDate(server().clock.at),
    is_open: false,
    taken_at: new Date(server().clock.at),
  };
  await server()
    .db.insertInto('plays')
    .values(Array.from({ length: plays }, () => row))
    .execute();
}

test('reducing leaves one open play, however often it is asked for', async () => {
  const player = await server().subscriber();
  expect(await count(player)).toMatchObject({ count: 0 });
  for (const _time of [1, 2, 3]) {
    expect((await reduce(player)).body).toMatchObject({ status: true });
    expect(await count(player)).toMatchObject({ count: 1 });
  }
  expect((await player.askQuestions()).status).toBe(200);
  expect(await count(player)).toMatchObject({ count: 1 });
  await reduce(player);
  expect(await count(player)).toMatchObject({ count: 2 });
});

test('plays reduced at the same moment are one play', async () => {
  const player = await server().subscriber();
  await Promise.all([1, 2, 3, 4, 5].map(() => reduce(player)));
  expect(await count(player)).toMatchObject({ count: 1 });
});

test('the fiftieth play of a day is the last', async () => {
  const player = await server().subscriber();
  await usePlays(player, DAILY_PLAY_CAP - 1);
  expect((await reduce(player)).status).toBe(200);
  expect((await reduce(player)).status).toBe(200);
  await player.askQuestions();
  expect(await count(player)).toMatchObject({ count: DAILY_PLAY_CAP });
  const reply = await expectRefused(server(), () => reduce(player), 409, 'plays/cap-reached');
  expect(reply.body.message).toBe('Daily Cap exceeded');
});

test('plays come back at midnight in Lagos, not a millisecond earlier', async () => {
  const player = await server().subscriber();
  await usePlays(player, DAILY_PLAY_CAP);
  server().clock.at = dayOf(server().clock.at).endsAt - 1;
  await expectRefused(server(), () => reduce(player), 409, 'plays/cap-reached');
  server().clock.at += 1;
  expect(await count(player)).toMatchObject({ count: 0 });
  expect((await reduce(player)).status).toBe(200);
});

test('a play that was left open yesterday is a play of today when it is used', async () => {
  const player = await server().subscriber();
  await reduce(player);
  server().clock.at = dayOf(server().clock.at).endsAt + 1;
  expect(await count(player)).toMatchObject({ count: 0 });
  await reduce(player);
  expect(await count(player)).toMatchObject({ count: 1 });
});

test('without a subscription there are no plays', async () => {
  const player = await server().signUp();
  await expectRefused(server(), () => reduce(player), 409, 'subscription/inactive');
});

test('a repeat with the same key reduces once, even after the play was used', async () => {
  const player = await server().subscriber();
  const key = newKey();
  const first = await reduce(player, key);
  await player.askQuestions();
  const before = await server().snapshot();
  expect((await reduce(player, key)).body).toEqual(first.body);
  expect(await server().snapshot()).toEqual(before);
});
