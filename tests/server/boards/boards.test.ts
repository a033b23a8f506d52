import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { boardReplySchema } from '../../../src/contract/boards.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { RANKINGS } from '../../support/rankings.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

async function board(player: TestPlayer, path: string) {
  const reply = v.parse(boardReplySchema, (await player.get(path)).body);
  if (!reply.status) throw new Error('no board');
  return { ...reply.data, period: reply.meta?.period, neighbours: reply.meta?.neighbours };
}

const weekly = (player: TestPlayer) => board(player, '/points');

const ids = (rows: { userId: string }[]) => rows.map(({ userId }) => Number(userId));

describe.each(RANKINGS)('the boards, ranked by $ranking', ({ env }) => {
  const server = testServer({ env });

  test('nobody is on the board of a week without results', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    const { startsAt, endsAt } = weekOf(server().clock.at);
    expect(await weekly(player)).toEqual({
      leaderBoard: [],
      position: null,
      user: null,
      period: {
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
        finalAt: new Date(endsAt + DAY_MS).toISOString(),
      },
      neighbours: [],
    });
  });

  test('more points rank higher, and each player sees their own place', async () => {
    server().toNextWeek();
    const [low, high, none] = [
      await server().subscriber('low'),
      await server().subscriber('high'),
      await server().subscriber('none'),
    ];
    await low.play(3);
    await high.play(4);
    await low.play(0);
    const found = await weekly(low);
    expect(found.leaderBoard).toMatchObject([
      { userId: String(high.id), highScore: 20, fmuser: { name: 'high', image: null } },
      { userId: String(low.id), highScore: 15, fmuser: { name: 'low', image: null } },
    ]);
    expect(found).toMatchObject({ position: 2, user: { userId: String(low.id), highScore: 15 } });
    expect(await weekly(high)).toMatchObject({ position: 1 });
    expect(await weekly(none)).toMatchObject({ position: null, user: null });
  });

  test('on equal points the earlier player ranks higher', async () => {
    server().toNextWeek();
    const [first, second, third] = [
      await server().subscriber(),
      await server().subscriber(),
      await server().subscriber(),
    ];
    await third.play(5);
    await second.play(10);
    await first.play(10);
    await third.play(5);
    const order = [second.id, first.id, third.id];
    expect(ids((await weekly(first)).leaderBoard)).toEqual(order);
    expect((await weekly(second)).position).toBe(1);
    expect((await weekly(first)).position).toBe(2);
    expect((await weekly(third)).position).toBe(3);
  });

  test('on equal points at the same moment the lower id ranks higher', async () => {
    server().toNextWeek();
    const players = [await server().subscriber(), await server().subscriber()];
    const rounds = [];
    for (const player of players) rounds.push(await player.openRound());
    const [a, b] = players;
    const [roundA, roundB] = rounds;
    if (!a || !b || !roundA || !roundB) throw new Error('two players, two rounds');
    await b.deliver(roundB, answersTo(roundB));
    await a.deliver(roundA, answersTo(roundA));
    expect(ids((await weekly(a)).leaderBoard)).toEqual([a.id, b.id]);
    expect((await weekly(b)).position).toBe(2);
  });

  test('fifty rows are served; a player below them still sees their place', async () => {
    server().toNextWeek();
    const players = [];
    for (let count = 0; count < 52; count += 1) players.push(await server().signUp());
    await server()
      .db.insertInto('board_scores')
      .values(
        players.map(({ id }, index) => ({
          board: 'weekly',
          pool: 'all',
          period_start: new Date(weekOf(server().clock.at).startsAt),
          player_id: id,
          points: 1000 - index,
          reached_at: new Date(server().clock.at),
        })),
      )
      .execute();
    const last = players[51] as TestPlayer;
    const found = await weekly(last);
    expect(found.leaderBoard).toHaveLength(50);
    expect(ids(found.leaderBoard)).toEqual(players.slice(0, 50).map(({ id }) => id));
    expect(found).toMatchObject({
      position: 52,
      user: { userId: String(last.id), highScore: 949 },
    });
    expect(found.neighbours?.map(({ userId, position }) => [Number(userId), position])).toEqual([
      [players[49]?.id, 50],
      [players[50]?.id, 51],
      [last.id, 52],
    ]);
    expect((await weekly(players[0] as TestPlayer)).neighbours).toEqual([]);
  });

  test('the week turns on Monday at 00:00 in Lagos, to the millisecond', async () => {
    server().toNextWeek();
    const { endsAt } = weekOf(server().clock.at);
    expect(new Date(endsAt).toISOString()).toMatch(/T23:00:00\.000Z$/);
    server().clock.at = endsAt - 2 * DAY_MS;
    const player = await server().subscriber();
    server().clock.at = endsAt - 1 - 60_000;
    await player.play(4);
    expect(server().clock.at).toBe(endsAt - 1);
    expect(await player.user()).toMatchObject({ highScore: 20 });
    server().clock.at += 1;
    expect(await player.user()).toMatchObject({ highScore: 0 });
    expect((await weekly(player)).leaderBoard).toEqual([]);
    await player.play(1);
    expect(await player.user()).toMatchObject({ highScore: 5 });
  });

  test('a result of last week counts for it within 24 hours of its close, then for this one', async () => {
    server().toNextWeek();
    const { endsAt } = weekOf(server().clock.at);
    server().clock.at = endsAt - DAY_MS / 2;
    const player = await server().subscriber();
    const [punctual, late] = [await player.openRound(), await player.openRound()];
    const scores = async () => {
      const rows = await server()
        .db.selectFrom('board_scores')
        .selectAll()
        .where('player_id', '=', player.id)
        .where('board', '=', 'weekly')
        .orderBy('period_start')
        .execute();
      return rows.map(({ period_start, points }) => [period_start.getTime(), points]);
    };
    server().clock.at = endsAt + DAY_MS - 1;
    await player.deliver(punctual, answersTo(punctual, 4));
    const lastWeek = weekOf(endsAt - 1).startsAt;
    expect(await scores()).toEqual([[lastWeek, 20]]);
    expect(await player.user()).toMatchObject({ highScore: 0 });
    server().clock.at += 1;
    await player.deliver(late, answersTo(late, 2));
    expect(await scores()).toEqual([
      [lastWeek, 20],
      [endsAt, 10],
    ]);
    expect(await player.user()).toMatchObject({ highScore: 10 });
  });

  test('the board is what the ledger says', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    for (const right of [3, 10, 0, 7]) await player.play(right);
    const { points } = await server()
      .db.selectFrom('ledger_postings')
      .select((eb) => eb.fn.sum<string>('amount').as('points'))
      .where('player_id', '=', player.id)
      .where('account', '=', 'points')
      .executeTakeFirstOrThrow();
    expect((await weekly(player)).user?.highScore).toBe(Number(points));
  });
});
