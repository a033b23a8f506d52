import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { creditBoards } from '../../../server/boards/boards.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { boardReplySchema } from '../../../src/contract/boards.ts';
import { DAY_MS, dayOf, monthOf, weekOf } from '../../../src/rules/calendar.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

async function board(player: TestPlayer, path: string) {
  const reply = v.parse(boardReplySchema, (await player.get(path)).body);
  if (!reply.status) throw new Error('no board');
  return { ...reply.data, ...reply.meta };
}

/** Points of a run of Millionaire Rush that ends now. */
const rush = (player: TestPlayer, points: number) => {
  const { db, clock } = server();
  const times = { issuedAt: clock.at, arrivedAt: clock.at };
  return db.transaction().execute((trx) =>
    creditBoards(trx, databaseRanking(db), {
      playerId: player.id,
      pool: 'all',
      played: 'rush',
      points,
      ...times,
    }),
  );
};

const names = ({ leaderBoard }: Awaited<ReturnType<typeof board>>) =>
  leaderBoard.map(({ fmuser }) => fmuser.name);

test('a result is on the board of its week and of its month', async () => {
  server().toNextWeek();
  const player = await server().subscriber('ada');
  await player.play(3);
  for (const [path, periodOf] of [
    ['/points', weekOf],
    ['/points/monthly', monthOf],
  ] as const) {
    const found = await board(player, path);
    expect(found.user?.highScore).toBe(15);
    const { startsAt, endsAt } = periodOf(server().clock.at);
    expect(found.period).toEqual({
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      finalAt: new Date(endsAt + DAY_MS).toISOString(),
    });
  }
  expect(names(await board(player, '/points/leaderboard/last-week'))).toEqual([]);
});

test('this week becomes last week after Monday 00:00, and stays', async () => {
  server().toNextWeek();
  const player = await server().subscriber('ada');
  await player.play(4);
  const before = await board(player, '/points');
  server().clock.at = weekOf(server().clock.at).endsAt;
  expect(await board(player, '/points/leaderboard/last-week')).toEqual(before);
  expect((await board(player, '/points')).leaderBoard).toEqual([]);
  server().clock.at += 6 * DAY_MS;
  expect(await board(player, '/points/leaderboard/last-week')).toEqual(before);
});

test('a day of the tournament has three tiers, each with places of its own', async () => {
  server().toNextWeek();
  const [low, edge, middle, high] = [
    await server().signUp({ name: 'low' }),
    await server().signUp({ name: 'edge' }),
    await server().signUp({ name: 'middle' }),
    await server().signUp({ name: 'high' }),
  ];
  await rush(low, 499);
  await rush(edge, 500);
  await rush(middle, 999);
  await rush(high, 1000);
  const today = '/points/tournament/leaderboard';
  expect(names(await board(low, `${today}?tier=1`))).toEqual(['low']);
  expect(names(await board(low, `${today}?tier=2`))).toEqual(['middle', 'edge']);
  expect(names(await board(low, `${today}?tier=3`))).toEqual(['high']);
  expect(names(await board(low, today))).toEqual(['high', 'middle', 'edge', 'low']);
  expect(await board(edge, `${today}?tier=2`)).toMatchObject({
    position: 2,
    user: { highScore: 500 },
  });
  // The place is missing in another tier, but the points of the day are there.
  expect(await board(edge, `${today}?tier=3`)).toMatchObject({
    position: null,
    user: { highScore: 500 },
  });
  const { period } = await board(edge, today);
  const { startsAt, endsAt } = dayOf(server().clock.at);
  expect([period?.startsAt, period?.endsAt].map((text) => Date.parse(text ?? ''))).toEqual([
    startsAt,
    endsAt,
  ]);

  server().clock.at = endsAt;
  const yesterday = '/points/tournament/yesterday-players';
  expect(names(await board(low, `${yesterday}?tier=2`))).toEqual(['middle', 'edge']);
  expect(names(await board(low, `${today}?tier=2`))).toEqual([]);
  // A tournament's points do not count for the week.
  expect(names(await board(low, '/points'))).toEqual([]);
});

test.each(['0', '4', '1.5', 'x', ''])('tier %j is refused', async (tier) => {
  const player = await server().signUp();
  await expectRefused(
    server(),
    () => player.get(`/points/tournament/leaderboard?tier=${tier}`),
    422,
    'request/invalid',
  );
});

test('a full board takes no more than 3 KB on the line', async () => {
  server().toNextWeek();
  const { app, db, clock } = server();
  const players = [];
  for (let count = 0; count < 60; count += 1) {
    players.push(
      await server().signUp({ name: `Ab${(count * 7919).toString(36)}Zq`.slice(0, 10) }),
    );
  }
  for (const [index, player] of players.entries()) {
    await db.transaction().execute((trx) =>
      creditBoards(trx, databaseRanking(db), {
        playerId: player.id,
        pool: 'all',
        played: 'round',
        points: 8000 - index * 97,
        issuedAt: clock.at,
        arrivedAt: clock.at,
      }),
    );
  }
  const last = players.at(-1);
  const response = await app.inject({
    method: 'GET',
    url: '/api/v2/points',
    headers: { authorization: `Bearer ${last?.token}`, 'accept-encoding': 'br' },
  });
  const reply = JSON.parse(brotliDecompressSync(response.rawPayload).toString());
  expect(reply.data.leaderBoard).toHaveLength(50);
  expect(reply.meta.neighbours.map(({ position }: { position: number }) => position)).toEqual([
    58, 59, 60,
  ]);
  process.stdout.write(`figure: a full board's reply: ${response.rawPayload.length} bytes\n`);
  expect(response.rawPayload.length).toBeLessThanOrEqual(3 * 1024);
});
