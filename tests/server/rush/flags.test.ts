import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import {
  evidenceOf,
  flagSharedRuns,
  flagsOfRun,
  type PlayedRun,
} from '../../../server/rush/flags.ts';
import { dayOf } from '../../../src/rules/calendar.ts';
import { rushTimerMs } from '../../../src/rules/tournament.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { honestRun, type LevelPlayed, runOf } from './played-runs.ts';

describe('flags', () => {
  const levels = (count: number, play: (index: number) => LevelPlayed) =>
    Array.from({ length: count }, (_, index) => play(index));

  const codesOf = (played: PlayedRun) => flagsOfRun(played).map((flag) => flag.split(':')[0]);

  /** Times of a person, each unlike the others. */
  const HUMAN_MS = [
    4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100, 4600, 6100, 2700, 5600, 7700,
  ];

  const human = (index: number) => HUMAN_MS[index] ?? 5000;

  test('at most one in a thousand of 10,000 honest runs is flagged', () => {
    const runs = Array.from({ length: 10_000 }, (_, seed) => honestRun(seed * 7919));
    const flagged = runs.flatMap(flagsOfRun);
    const hinted = runs.filter((run) => evidenceOf(run).hints.length > 0);
    expect(flagged.length).toBeLessThanOrEqual(10);
    expect(hinted.length).toBeLessThanOrEqual(200);
  });

  test.each([8, 11, 15])(
    'a machine that waits as long for each of %i answers is flagged',
    (count) => {
      const next = seededNumbers(1);
      const run = runOf(
        levels(count, () => ({ ms: 3000, lineMs: Math.round(200 + 200 * next()) })),
      );
      expect(codesOf(run)).toContain('times-too-even');
    },
  );

  test('a phone that always claims the same time is flagged, whatever its line', () => {
    const run = runOf(levels(12, (index) => ({ ms: human(index), lineMs: 300, phoneMs: 2000 })));
    expect(flagsOfRun(run)).toEqual([
      "times-too-even: 12 answers spread by 0 ms by the phone's clock",
    ]);
  });

  test('a machine that answers at the same share of every clock is flagged', () => {
    const run = runOf(
      levels(15, (index) => ({ ms: 0.8 * rushTimerMs(index + 1), lineMs: 100 + 15 * (index % 3) })),
    );
    expect(flagsOfRun(run)).toEqual(['same-share-of-the-clock: 15 answers at 81 % of their time']);
  });

  test('right answers sooner than anybody reads are flagged, a few of them are not', () => {
    const run = (hasty: number) =>
      runOf(
        levels(12, (index) => ({
          ms: index < hasty ? 500 + 13 * index : human(index),
          lineMs: 100,
        })),
      );
    expect(flagsOfRun(run(5))).toEqual([
      'too-fast-to-read: 5 right answers sooner than their questions can be read',
    ]);
    expect(flagsOfRun(run(4))).toEqual([]);
  });

  test('a short question is read sooner than a long one', () => {
    const times = levels(6, (index) => ({ ms: 580 + 100 * index, lineMs: 100 }));
    expect(codesOf(runOf(times, { letters: () => 170 }))).toEqual(['too-fast-to-read']);
    expect(codesOf(runOf(times, { letters: () => 45 }))).toEqual([]);
  });

  test('a phone whose answers took longer than the server waited is flagged', () => {
    const run = (ahead: number) =>
      runOf(
        levels(6, (index) => ({
          ms: human(index),
          lineMs: 200,
          phoneMs: human(index) + (index < ahead ? 1300 : 0),
        })),
      );
    expect(codesOf(run(2))).toEqual(['clocks-differ']);
    expect(codesOf(run(1))).toEqual([]);
  });

  test('answers held back on a quick line are flagged, those of a slow line are not', () => {
    const run = (lineMs: number) =>
      runOf(
        levels(10, (index) => ({
          ms: human(index) / 2,
          lineMs: index % 2 === 0 ? 6500 + 97 * index : lineMs,
        })),
      );
    expect(codesOf(run(300))).toEqual(['clocks-differ']);
    expect(codesOf(run(4000))).toEqual([]);
  });

  test('a stopped clock says nothing about an answer', () => {
    const times = levels(5, (index) => ({ ms: 500 + 13 * index, lineMs: 100 }));
    expect(codesOf(runOf(times))).toEqual(['too-fast-to-read']);
    expect(codesOf(runOf(times, { freezeAt: 3 }))).toEqual([]);
  });

  test('seven even answers say nothing', () => {
    expect(flagsOfRun(runOf(levels(7, () => ({ ms: 3000, lineMs: 200 }))))).toEqual([]);
  });

  test('a run that was left at once has nothing to flag', () => {
    expect(flagsOfRun(runOf([]))).toEqual([]);
  });
});

describe('flags by what runs share', () => {
  const server = testServer();

  const now = () => server().clock.at;

  const nextDay = () => dayOf(now()).endsAt + 3_600_000;

  beforeEach(async () => {
    await server().db.deleteFrom('rush_runs').execute();
  });

  const HUMAN_MS = [4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100];

  const human = () => runOf(HUMAN_MS.map((ms) => ({ ms, lineMs: 300 })));

  /** More even than people, but not so even that it is flagged by itself. */
  const quiteEven = () =>
    runOf(HUMAN_MS.map((_, index) => ({ ms: index % 2 === 0 ? 2600 : 3300, lineMs: 300 })));

  type Place = { device?: string; address?: string; points?: number; at?: number };

  /** A run of a player of its own. */
  async function played(run: ReturnType<typeof runOf>, place: Place = {}): Promise<string> {
    const { device = null, address = null, points = 150, at = now() } = place;
    const { id: playerId } = await server().signUp();
    const { db } = server();
    const [id, ticket] = [randomUUID(), randomUUID()];
    const times = { opened_at: new Date(at) };
    await db
      .insertInto('rush_tickets')
      .values({ reference: ticket, player_id: playerId, bought_at: new Date(at) })
      .execute();
    await db
      .insertInto('rush_runs')
      .values({
        ...times,
        id,
        player_id: playerId,
        ticket,
        pool: 'all',
        run: JSON.stringify(run.run),
        levels: JSON.stringify(run.levels),
        device_hash: device,
        address_hash: address,
      })
      .execute();
    await db
      .updateTable('rush_runs')
      .set({ state: 'counted', points })
      .where('id', '=', id)
      .execute();
    return id;
  }

  async function flagsOf(id: string): Promise<string[]> {
    const query = server().db.selectFrom('rush_runs').select('flags').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).flags;
  }

  async function playedBy(count: number, place: Place): Promise<void> {
    for (let player = 0; player < count; player += 1) await played(human(), place);
  }

  const EVEN = expect.stringMatching(/^times-too-even: /);

  test('a phone with three winners of a day flags the run that something else speaks against, and no other', async () => {
    await playedBy(2, { device: 'phone' });
    const honest = await played(human(), { device: 'phone' });
    const even = await played(quiteEven(), { device: 'phone' });
    await flagSharedRuns(server().db, nextDay());
    expect(await flagsOf(even)).toEqual([EVEN, EVEN, 'same-device: one of 4 winners of the day']);
    expect(await flagsOf(honest)).toEqual([]);
  });

  test('doing it again adds nothing', async () => {
    await playedBy(2, { device: 'phone' });
    const even = await played(quiteEven(), { device: 'phone' });
    await flagSharedRuns(server().db, nextDay());
    const flags = await flagsOf(even);
    await flagSharedRuns(server().db, nextDay());
    expect(flags).toHaveLength(3);
    expect(await flagsOf(even)).toEqual(flags);
  });

  test.each([
    ['two winners', 1, {}],
    ['players who won nothing', 5, { points: 60 }],
  ])('a phone of %s flags nothing', async (_who, others, place) => {
    await playedBy(others, { device: 'phone', ...place });
    const even = await played(quiteEven(), { device: 'phone' });
    await flagSharedRuns(server().db, nextDay());
    expect(await flagsOf(even)).toEqual([]);
  });

  test('an address of few players is looked at, one of many is a carrier and weighs nothing', async () => {
    await playedBy(18, { address: 'home' });
    const atHome = await played(quiteEven(), { address: 'home' });
    await playedBy(19, { address: 'carrier' });
    const onTheRoad = await played(quiteEven(), { address: 'carrier' });
    await flagSharedRuns(server().db, nextDay());
    expect(await flagsOf(atHome)).toContain('same-address: one of 19 winners of the day');
    expect(await flagsOf(onTheRoad)).toEqual([]);
  });

  test('winners of two days are no winners of one', async () => {
    await playedBy(2, { device: 'phone', at: dayOf(now()).startsAt - 1 });
    const even = await played(quiteEven(), { device: 'phone' });
    await flagSharedRuns(server().db, nextDay());
    expect(await flagsOf(even)).toEqual([]);
  });

  test('a day is judged an hour after it, and still three days later', async () => {
    await playedBy(2, { device: 'phone' });
    const even = await played(quiteEven(), { device: 'phone' });
    await flagSharedRuns(server().db, nextDay() - 1);
    expect(await flagsOf(even)).toEqual([]);
    await flagSharedRuns(server().db, nextDay() + 2 * 86_400_000);
    expect(await flagsOf(even)).toHaveLength(3);
  });
});

describe('cheating', () => {
  const server = testServer({ bank: buildBank(200) });

  /** A player's refused attempts, as they are stored. */
  async function attemptsOf(player: TestPlayer) {
    const rows = await server()
      .db.selectFrom('rush_attempts')
      .select(['what', 'run_id', 'at'])
      .where('player_id', '=', player.id)
      .orderBy('id')
      .execute();
    return rows.map(({ what, run_id, at }) => [what, run_id, at.getTime()]);
  }

  test('a level is answered once: a second answer to it changes nothing, and is noted', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run);
    const again = () => phone.answer(run, { level: 1, choice: 'another' });
    await expectRefused(server(), again, 409, 'rush/level-over');
    expect(await attemptsOf(player)).toEqual([['rush/level-over', run, server().clock.at]]);
  });

  test('a level is not answered ahead of its turn', async () => {
    const { player, phone, run } = await openedRun(server());
    const { answer } = await phone.cheat(run);
    const ahead = () => phone.answer(run, { level: 2, choice: answer });
    await expectRefused(server(), ahead, 409, 'rush/level-over');
    const early = () => phone.use(run, 2, 'fifty-fifty');
    await expectRefused(server(), early, 409, 'rush/level-over');
    expect(await attemptsOf(player)).toHaveLength(2);
  });

  test('a key says one thing: another choice with it is refused, and noted', async () => {
    const { player, phone, run } = await openedRun(server());
    const { answer, wrong } = await phone.cheat(run);
    const key = newKey();
    await phone.answer(run, { level: 1, choice: answer }, key);
    const other = () => phone.answer(run, { level: 1, choice: wrong }, key);
    await expectRefused(server(), other, 422, 'idempotency/mismatch');
    expect(await attemptsOf(player)).toHaveLength(1);
  });

  test('an answer of nothing, or of what was not dealt, is refused, and noted', async () => {
    const { player, phone, run } = await openedRun(server());
    for (const choice of [null, 'Santos', ' ']) {
      const { body, status } = await phone.answer(run, { level: 1, choice });
      expect([status, body.code]).toEqual([
        422,
        choice === ' ' ? 'request/invalid' : 'rush/bad-choice',
      ]);
    }
    expect(await attemptsOf(player)).toHaveLength(2);
  });

  test("another player's run is one that there is not, and the try is noted", async () => {
    const { run } = await openedRun(server());
    const thief = new Phone(await runner(server()));
    const tries = [
      () => thief.answer(run, { level: 1, choice: 'a' }),
      () => thief.timeOut(run, 1),
      () => thief.use(run, 1, 'skip'),
      () => thief.leave(run),
    ];
    for (const attempt of tries) await expectRefused(server(), attempt, 404, 'rush/unknown');
    expect(await thief.current()).toEqual({ question: null, run: null });
    expect(await attemptsOf(thief.player)).toEqual(
      tries.map(() => ['rush/unknown', run, server().clock.at]),
    );
  });

  test('an id that is none is refused, and the try is noted', async () => {
    const player = await runner(server());
    const phone = new Phone(player);
    const answer = () => phone.answer('no-run', { level: 1, choice: 'a' });
    await expectRefused(server(), answer, 404, 'rush/unknown');
    await expectRefused(server(), () => phone.leave(newKey()), 404, 'rush/unknown');
    expect(await attemptsOf(player)).toHaveLength(2);
  });

  test('a run that has ended stays as it is', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 3);
    await phone.wrong(run);
    const { answer } = await phone.cheat(run).catch(() => ({ answer: 'a' }));
    const tries = [
      () => phone.answer(run, { level: 4, choice: answer }),
      () => phone.answer(run, { level: 5, choice: answer }),
      () => phone.use(run, 4, 'double-points'),
    ];
    for (const attempt of tries) await expectRefused(server(), attempt, 409, 'rush/ended');
    const told = await Promise.all([phone.leave(run, newKey(), 225), phone.leave(run)]);
    for (const { body } of told) expect(body.data).toMatchObject({ awarded: { points: 45 } });
    expect(await sumsOf(player)).toMatchObject({ counted: 1, points: 45, board: 45 });
    expect(await attemptsOf(player)).toHaveLength(3);
  });

  test('a start that comes again when its run has ended opens no other', async () => {
    const player = await runner(server(), 2);
    const phone = new Phone(player);
    const key = newKey();
    await phone.leave(await phone.begin(key));
    await expectRefused(server(), () => phone.start({ key }), 409, 'rush/ended');
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 0 });
  });

  test('two phones on one run: the first answer to a level counts', async () => {
    const { player, phone, run } = await openedRun(server());
    const friend = new Phone(player);
    const { answer, wrong } = await phone.cheat(run);
    const replies = await Promise.all([
      phone.answer(run, { level: 1, choice: answer }),
      friend.answer(run, { level: 1, choice: wrong }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await attemptsOf(player)).toHaveLength(1);
  });

  test('two starts at the same time open one run', async () => {
    const player = await runner(server(), 2);
    const replies = await Promise.all([new Phone(player).start(), new Phone(player).start()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 1 });
  });

  test('all but a few of hundreds of calls at once are refused, and the run goes on', async () => {
    const { phone, run } = await openedRun(server());
    const flood = Array.from({ length: 200 }, () => phone.answer(run, { level: 9, choice: 'a' }));
    const [other, ...replies] = await Promise.all([openedRun(server()), ...flood]);
    const refused = replies.filter(({ body }) => body.code === 'rate/limited');
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
    expect((await other.phone.right(other.run)).body.data).toMatchObject({ verdict: 'right' });
  });

  test('nobody freezes for ever', async () => {
    const { phone, run } = await openedRun(server());
    await phone.use(run, 1, 'time-freeze');
    server().clock.at += 47_751;
    const { answer } = await phone.cheat(run);
    const late = await phone.answer(run, { level: 1, choice: answer });
    expect(late.body.data).toMatchObject({ verdict: 'timeout', ended: 'timeout' });
  });

  test('device and address are kept as keyed hashes', async () => {
    const player = await runner(server());
    const device = newKey();
    await new Phone(player).start({ device });
    const row = await server()
      .db.selectFrom('rush_runs')
      .selectAll()
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    expect([row.device_hash, row.address_hash]).toEqual(
      Array(2).fill(expect.stringMatching(/^[\w-]{43}$/)),
    );
    expect(JSON.stringify(row)).not.toContain(device);
    expect(JSON.stringify(row)).not.toContain('127.0.0.1');
  });
});
