import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { ALL_POINTS, creditBoards, finalAt, periodOf } from '../../../server/boards/boards.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import type { Ranking } from '../../../server/boards/ranking.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { boardReplySchema } from '../../../src/contract/boards.ts';
import { DAY_MS, dayOf, monthOf, weekOf } from '../../../src/rules/calendar.ts';
import type { NetworkId } from '../../../src/rules/networks.ts';
import { COIN_TIERS } from '../../../src/rules/scoring.ts';
import { buildBank } from '../../support/bank.ts';
import { openBoards, openTestRanking, RANKINGS } from '../../support/rankings.ts';
import { Phone, runner } from '../../support/rush.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('boards', () => {
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
});

/** A moment of Lagos, which is an hour ahead of UTC. */
const lagos = (text: string) => Date.parse(`${text}+01:00`);

/** Midnights at which some of the boards change, by what changes with the day. */
const EDGES = [
  { edge: 'a day', at: '2026-11-19T00:00:00', turns: ['rush'] },
  { edge: 'a week', at: '2026-11-23T00:00:00', turns: ['rush', 'weekly'] },
  { edge: 'a month', at: '2026-12-01T00:00:00', turns: ['monthly', 'rush'] },
  { edge: 'a week and a month', at: '2027-02-01T00:00:00', turns: ['monthly', 'rush', 'weekly'] },
  { edge: 'a year', at: '2027-01-01T00:00:00', turns: ['monthly', 'rush'] },
  { edge: 'the day before a leap day', at: '2028-02-29T00:00:00', turns: ['rush'] },
  { edge: 'a leap day', at: '2028-03-01T00:00:00', turns: ['monthly', 'rush'] },
  {
    edge: 'February of no leap year',
    at: '2027-03-01T00:00:00',
    turns: ['monthly', 'rush', 'weekly'],
  },
  // Auckland and most of Europe change their clocks then; Lagos does not.
  { edge: 'a change of clocks elsewhere', at: '2026-09-27T00:00:00', turns: ['rush'] },
] as const;

describe.each(['UTC', 'Pacific/Auckland'])('on a server in %s', (zone) => {
  const ownZone = process.env.TZ;
  let boards: Awaited<ReturnType<typeof openBoards>>;

  beforeAll(async () => {
    process.env.TZ = zone;
    boards = await openBoards();
  });
  afterAll(async () => {
    await boards.close();
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });

  test('the process is in that zone', () => {
    expect(new Date(lagos('2026-11-18T12:00:00')).getHours()).toBe(zone === 'UTC' ? 11 : 0);
  });

  test.each(EDGES)(
    'at the end of $edge $turns begin anew, to the millisecond',
    async ({ at, turns }) => {
      const midnight = lagos(at);
      const [playerId = 0] = await boards.addPlayers(['ada']);
      const earn = (points: number, when: number) =>
        boards.db.transaction().execute(async (trx) => {
          for (const played of ['round', 'rush'] as const) {
            const times = { issuedAt: when, arrivedAt: when };
            await creditBoards(trx, boards.ranking, {
              playerId,
              pool: 'all',
              played,
              points,
              ...times,
            });
          }
        });
      await earn(5, midnight - 1);
      await earn(7, midnight);
      const scores = await boards.db
        .selectFrom('board_scores')
        .select(['board', 'points', 'period_start'])
        .where('player_id', '=', playerId)
        .orderBy('board')
        .orderBy('period_start')
        .execute();
      const hasTurned = (board: string) => (turns as readonly string[]).includes(board);
      expect(scores.map(({ board, points }) => [board, points])).toEqual(
        (['monthly', 'rush', 'weekly'] as const).flatMap((board) =>
          hasTurned(board)
            ? [
                [board, 5],
                [board, 7],
              ]
            : [[board, 12]],
        ),
      );
      for (const { board, points, period_start } of scores) {
        if (points === 7) expect(period_start.getTime()).toBe(midnight);
        if (points === 5)
          expect(periodOf(board, midnight, 'previous').startsAt).toBe(period_start.getTime());
      }
    },
  );

  test('a result of the last millisecond still counts a day later, and no longer', async () => {
    const midnight = lagos('2026-11-23T00:00:00');
    const [playerId = 0] = await boards.addPlayers(['ada']);
    const arrive = (arrivedAt: number) =>
      boards.db.transaction().execute((trx) =>
        creditBoards(trx, boards.ranking, {
          playerId,
          pool: 'all',
          played: 'round',
          points: 5,
          issuedAt: midnight - 1,
          arrivedAt,
        }),
      );
    const end = finalAt(periodOf('weekly', midnight - 1, 'current'));
    expect(end).toBe(lagos('2026-11-24T00:00:00'));
    await arrive(end - 1);
    await arrive(end);
    const scores = await boards.db
      .selectFrom('board_scores')
      .select(['period_start', 'points'])
      .where('player_id', '=', playerId)
      .where('board', '=', 'weekly')
      .orderBy('period_start')
      .execute();
    expect(scores.map(({ period_start, points }) => [period_start.getTime(), points])).toEqual([
      [lagos('2026-11-16T00:00:00'), 5],
      [midnight, 5],
    ]);
  });
});

const WEEK = '/points';

const MONTH = '/points/monthly';

const DAY = '/points/tournament/leaderboard';

describe.each(RANKINGS)('boards per pool, ranked by $ranking', ({ env }) => {
  const server = testServer({ env, bank: buildBank(200) });

  /** Makes a player one of the network's. */
  async function join(network: NetworkId, player: TestPlayer): Promise<TestPlayer> {
    const { db } = server();
    await db.updateTable('players').set({ network }).where('id', '=', player.id).execute();
    return player;
  }

  async function board(player: TestPlayer, path: string) {
    const { data } = (await player.get(path)).body as {
      data: { leaderBoard: { userId: string; highScore: number }[]; position: number | null };
    };
    const rows = data.leaderBoard.map(({ userId, highScore }) => [Number(userId), highScore]);
    return { rows, place: data.position };
  }

  const scoresAreTheLedgers = async () =>
    expect(await rebuildBoards(server().db, false)).toMatchObject({
      differences: [],
      miscounted: 0,
    });

  test('players of glo and all others have boards of their own', async () => {
    server().toNextWeek();
    const [ada, bola] = [await server().subscriber(), await server().subscriber()];
    const glo = await (await server().signUp({ phone: '08050000155' })).subscribe();
    await ada.play(3);
    await glo.play(9);
    await bola.play(5);
    for (const path of [WEEK, MONTH]) {
      const shared = [
        [bola.id, 25],
        [ada.id, 15],
      ];
      expect(await board(ada, path)).toEqual({ rows: shared, place: 2 });
      expect(await board(bola, path)).toEqual({ rows: shared, place: 1 });
      expect(await board(glo, path)).toEqual({ rows: [[glo.id, 45]], place: 1 });
    }
    await scoresAreTheLedgers();
  });

  test("a rebuild moves scores from another pool's board to their own", async () => {
    server().toNextWeek();
    const ada = await server().subscriber();
    const glo = await join('glo', await server().subscriber());
    await ada.play(3);
    await glo.play(9);
    const { db, ranking } = server();
    await db
      .updateTable('board_scores')
      .set({ pool: 'all' })
      .where('player_id', '=', glo.id)
      .execute();
    await ranking.forget();
    expect(await board(ada, WEEK)).toMatchObject({ place: 2 });
    expect(await board(glo, WEEK)).toEqual({ rows: [], place: null });
    const { differences } = await rebuildBoards(db, true);
    expect(differences.map(({ pool, playerId, onBoard }) => [pool, playerId, onBoard])).toEqual(
      ['monthly', 'weekly'].flatMap(() => [
        ['all', glo.id, 45],
        ['glo', glo.id, null],
      ]),
    );
    await ranking.forget();
    expect(await board(ada, WEEK)).toEqual({ rows: [[ada.id, 15]], place: 1 });
    expect(await board(glo, WEEK)).toEqual({ rows: [[glo.id, 45]], place: 1 });
    await scoresAreTheLedgers();
  });

  test('a day of the tournament is played for within the pool', async () => {
    server().toNextWeek();
    const ada = await runner(server());
    const glo = await join('glo', await runner(server()));
    for (const [player, levels] of [
      [ada, 1],
      [glo, 2],
    ] as const) {
      const phone = new Phone(player);
      const run = await phone.begin();
      await phone.right(run, levels);
      await phone.leave(run);
    }
    for (const path of [DAY, `${DAY}?tier=1`]) {
      expect(await board(ada, path)).toEqual({ rows: [[ada.id, 15]], place: 1 });
      expect(await board(glo, path)).toEqual({ rows: [[glo.id, 30]], place: 1 });
    }
    await scoresAreTheLedgers();
  });

  test('a result counts in the pool that its round was issued in, and the tier keeps all of them', async () => {
    server().toNextWeek();
    const player = await join('glo', await server().subscriber());
    const rival = await join('glo', await server().subscriber());
    await rival.play(2);
    const round = await player.openRound();
    await join('all', player);
    await player.deliver(round, answersTo(round, 4));
    expect(await board(player, WEEK)).toEqual({ rows: [], place: null });
    expect((await board(rival, WEEK)).rows).toEqual([
      [player.id, 20],
      [rival.id, 10],
    ]);
    await scoresAreTheLedgers();

    const [, second] = COIN_TIERS;
    const atGlo = second.fromPoints - 10;
    await server()
      .db.updateTable('board_scores')
      .set({ points: atGlo })
      .where('player_id', '=', player.id)
      .where('board', '=', 'weekly')
      .execute();
    await player.play(2);
    expect((await board(player, WEEK)).rows).toEqual([[player.id, 10]]);
    expect(await player.user()).toMatchObject({ highScore: second.fromPoints });
    const { round: dearer } = await player.openRound();
    expect(dearer.terms.coinsPerQuestion).toBe(second.easy);
  });

  test('a run counts in the pool that it was opened in', async () => {
    server().toNextWeek();
    const player = await join('glo', await runner(server()));
    const phone = new Phone(player);
    const run = await phone.begin();
    await join('all', player);
    await phone.right(run, 2);
    await phone.leave(run);
    expect(await board(player, DAY)).toEqual({ rows: [], place: null });
    await join('glo', player);
    expect(await board(player, DAY)).toEqual({ rows: [[player.id, 30]], place: 1 });
  });
});

describe('board calls', () => {
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
});

describe('changes at once', { tags: ['once'] }, () => {
  const NOW = Date.parse('2026-11-18T11:00:00Z');

  const STILL = 30;

  const MOVERS = 6;

  const MOVES = 80;

  describe.each(RANKINGS)('by $ranking', ({ env }) => {
    let boards: Awaited<ReturnType<typeof openBoards>>;
    let other: Ranking;

    beforeAll(async () => {
      boards = await openBoards(env);
      // The ranking of a second process on the same database.
      other = await openTestRanking(env.RANK_URL ?? null, boards.db);
    });
    afterAll(async () => {
      await other.close();
      await boards.close();
    });

    const earn = (ranking: Ranking, playerId: number, points: number, at: number) =>
      boards.db.transaction().execute((trx) =>
        creditBoards(trx, ranking, {
          playerId,
          pool: 'all',
          played: 'round',
          points,
          issuedAt: at,
          arrivedAt: at,
        }),
      );

    const read = (ranking: Ranking, playerId: number, at: number) =>
      ranking.read({
        board: 'weekly',
        pool: 'all',
        startsAt: weekOf(at).startsAt,
        playerId,
        range: ALL_POINTS,
        rows: 20,
        around: 2,
      });

    test('while others climb, whoever stays is neither skipped nor shown twice', async () => {
      const still = await boards.addPlayers(
        Array.from({ length: STILL }, (_, index) => `s${index}`),
      );
      const movers = await boards.addPlayers(
        Array.from({ length: MOVERS }, (_, index) => `m${index}`),
      );
      for (const [index, playerId] of still.entries()) {
        await earn(boards.ranking, playerId, 10 * (STILL - index), NOW);
      }
      const last = still.at(-1) ?? 0;
      await read(boards.ranking, last, NOW);
      let isClimbing = true;
      const climb = Promise.all(
        movers.map(async (playerId, index) => {
          for (let move = 0; move < MOVES; move += 1) {
            await earn(index % 2 ? boards.ranking : other, playerId, 7 + index, NOW + move);
            await setImmediate();
          }
        }),
      ).finally(() => {
        isClimbing = false;
      });
      let looks = 0;
      do {
        const { top, own, around } = await read(looks % 2 ? boards.ranking : other, last, NOW);
        const shown = [...top, ...around].map(({ playerId }) => playerId);
        expect(new Set(shown).size).toBe(shown.length);
        expect(top.map(({ place }) => place)).toEqual(top.map((_, index) => index + 1));
        // All of one moment: the players who stay are in order, and none is missing.
        const seen = top.filter(({ playerId }) => still.includes(playerId));
        expect(seen.map(({ playerId }) => playerId)).toEqual(still.slice(0, seen.length));
        expect(around.find(({ playerId }) => playerId === last)?.place).toBe(own?.place);
        looks += 1;
        // The embedded database waits for nothing: without this nothing else gets a turn.
        await setImmediate();
      } while (isClimbing);
      await climb;
      expect(looks).toBeGreaterThan(1);
      expect(await read(other, last, NOW)).toEqual(await read(boards.ranking, last, NOW));
    });

    test('two processes give the same answers, each at once what the other counted', async () => {
      const at = weekOf(NOW).endsAt;
      const [ada = 0, bola = 0] = await boards.addPlayers(['ada', 'bola']);
      await earn(boards.ranking, ada, 10, at);
      expect((await read(other, ada, at)).own).toEqual({ points: 10, place: 1 });
      await earn(other, bola, 20, at);
      expect((await read(boards.ranking, ada, at)).own).toEqual({ points: 10, place: 2 });
      expect(await read(boards.ranking, bola, at)).toEqual(await read(other, bola, at));
    });

    test('many who pass the same figures at once neither wait in a circle nor are miscounted', async () => {
      const at = weekOf(weekOf(NOW).endsAt).endsAt;
      const players = await boards.addPlayers(
        Array.from({ length: 24 }, (_, index) => `c${index}`),
      );
      await Promise.all(
        players.map(async (playerId, index) => {
          for (const points of index % 2 ? [5, 10, 5, 10] : [10, 5, 10, 5]) {
            await earn(index % 3 ? boards.ranking : other, playerId, points, at);
          }
        }),
      );
      expect((await rebuildBoards(boards.db, false)).miscounted).toBe(0);
      const [first = 0] = players;
      expect((await read(boards.ranking, first, at)).own).toEqual({ points: 30, place: 1 });
    });
  });
});
