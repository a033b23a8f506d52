import { describe, expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { tryEverything } from '../../support/rush-cheat.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('traces', () => {
  const server = testServer({ bank: buildBank(200) });

  const tracesOf = (player: TestPlayer) =>
    server()
      .db.selectFrom('rush_runs')
      .select(['device_hash', 'address_hash'])
      .where('player_id', '=', player.id)
      .execute();

  const attemptsOf = (player: TestPlayer) =>
    server()
      .db.selectFrom('rush_attempts')
      .select('id')
      .where('player_id', '=', player.id)
      .execute();

  test('a rebuild from the ledger gives the same board of runs, and corrects errors', async () => {
    const players = [await runner(server(), 2), await runner(server(), 1)];
    for (const player of players) {
      const phone = new Phone(player);
      const run = await phone.begin();
      await phone.right(run, 3);
      await phone.leave(run);
    }
    await players[0]?.play(5);
    const { db } = server();
    expect(await rebuildBoards(db, false)).toMatchObject({ differences: [], miscounted: 0 });
    const board = db.updateTable('board_scores').where('board', '=', 'rush');
    await board.set({ points: 999 }).execute();
    expect(
      (await rebuildBoards(db, true)).differences.map(({ onBoard, inLedger }) => [
        onBoard,
        inLedger,
      ]),
    ).toEqual([
      [999, 45],
      [999, 45],
    ]);
    for (const player of players) expect(await sumsOf(player)).toMatchObject({ board: 45 });
  });

  test('a run counts for the day in which it was opened', async () => {
    const player = await runner(server());
    const phone = new Phone(player);
    const noon = server().clock.at;
    server().clock.at = Date.parse('2026-11-18T22:59:58Z');
    const run = await phone.begin();
    await phone.right(run, 2);
    await phone.leave(run);
    const { body } = await player.get('/points/tournament/yesterday-players');
    expect(body.data).toMatchObject({ user: { highScore: 30 } });
    server().clock.at = noon;
  });

  test("a run's address and device, and attempts against it, are kept for 90 days", async () => {
    const player = await runner(server());
    const phone = new Phone(player);
    await phone.start({ device: newKey() });
    await phone.answer(newKey(), { level: 1, choice: 'a' });
    server().clock.at += 90 * DAY_MS;
    await sweep(server().services, server().app.log);
    expect(await tracesOf(player)).toEqual([
      { device_hash: expect.any(String), address_hash: expect.any(String) },
    ]);
    expect(await attemptsOf(player)).toHaveLength(1);
    server().clock.at += 1;
    await sweep(server().services, server().app.log);
    expect(await tracesOf(player)).toEqual([{ device_hash: null, address_hash: null }]);
    expect(await attemptsOf(player)).toEqual([]);
  });

  test('deleting an account ends its run as left, and forfeits the tickets that wait', async () => {
    const player = await runner(server(), 3);
    const phone = new Phone(player);
    const run = await phone.begin();
    await phone.right(run, 2);
    await phone.answer(newKey(), { level: 1, choice: 'a' });
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect(await sumsOf(player)).toMatchObject({ tickets: 0, open: 0, counted: 1, points: 30 });
    const { ended } = await server()
      .db.selectFrom('rush_runs')
      .select('ended')
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    expect(ended).toBe('left');
    expect(await tracesOf(player)).toEqual([{ device_hash: null, address_hash: null }]);
    expect(await attemptsOf(player)).toEqual([]);
  });

  test("a player's own data has their tickets, runs and attempts, and nothing of what comes next", async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    await phone.answer(run, { level: 1, choice: 'a' });
    const { questions } = (
      await server()
        .db.selectFrom('rush_runs')
        .select('run')
        .where('id', '=', run)
        .executeTakeFirstOrThrow()
    ).run;
    const { body } = await player.get('/user/data');
    expect(body.data).toMatchObject({
      tickets: [{ reference: expect.any(String) }],
      runs: [{ id: run, state: 'open', choices: [{ end: 'right' }, { end: 'right' }] }],
      runAttempts: [{ runId: run, what: 'rush/level-over' }],
    });
    const told = JSON.stringify(body);
    for (const { id, answer, question } of questions.slice(2)) {
      for (const secret of [id, answer, question]) expect(told).not.toContain(`"${secret}"`);
    }
  });

  test('a thousand attempts of a player are kept a day: more would say nothing more', async () => {
    const { player, phone, run } = await openedRun(server());
    const { db, clock } = server();
    const one = {
      player_id: player.id,
      run_id: run,
      what: 'rush/level-over',
      at: new Date(clock.at),
    };
    await db
      .insertInto('rush_attempts')
      .values(Array.from({ length: 999 }, () => one))
      .execute();
    for (const kept of [1000, 1000]) {
      expect((await phone.answer(run, { level: 9, choice: 'a' })).body.code).toBe(
        'rush/level-over',
      );
      expect(await attemptsOf(player)).toHaveLength(kept);
    }
    clock.at += DAY_MS;
    await phone.answer(run, { level: 9, choice: 'a' });
    expect(await attemptsOf(player)).toHaveLength(1001);
  });
});

describe('transcripts', () => {
  /** `RUSH_RUNS=1000` plays as many (testing.md#stages). */
  const RUNS = Number(process.env.RUSH_RUNS ?? 100);

  /** A player meets no question again, so that the reserve has new ones for so many runs. */
  const RUNS_A_PLAYER = 5;

  const server = testServer({ bank: buildBank(Math.max(200, RUNS / 3)) });

  test(
    `of ${RUNS} runs in which everything is tried none has a point too many, and no reply an answer too early`,
    async () => {
      const chance = seededNumbers(20_261_123);
      const { run: foreign } = await openedRun(server());
      let [tries, points] = [0, 0];
      for (let played = 0; played < RUNS; played += RUNS_A_PLAYER) {
        const player = await runner(server(), RUNS_A_PLAYER);
        const phone = new Phone(player);
        let [refused, wins] = [0, 0];
        let ended: string | null = null;
        for (let count = 0; count < RUNS_A_PLAYER; count += 1) {
          const tried = await tryEverything(phone, chance, { foreign, ended });
          expect(tried.faults).toEqual([]);
          expect(tried.wins).toBeLessThanOrEqual(240);
          [refused, wins, ended] = [refused + tried.refused, wins + tried.wins, tried.run];
        }
        const sums = { tickets: 0, open: 0, counted: RUNS_A_PLAYER, void: 0 };
        expect(await sumsOf(player)).toEqual({ ...sums, points: wins, board: wins });
        const noted = await server()
          .db.selectFrom('rush_attempts')
          .select('id')
          .where('player_id', '=', player.id)
          .execute();
        expect(noted).toHaveLength(refused);
        [tries, points] = [tries + refused, points + wins];
      }
      expect(tries).toBeGreaterThan(RUNS);
      expect(points).toBeGreaterThan(15 * RUNS);
    },
    Math.max(60_000, RUNS * 3000),
  );
});
