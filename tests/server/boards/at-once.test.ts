// @module-tag once
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_POINTS, creditBoards } from '../../../server/boards/boards.ts';
import type { Ranking } from '../../../server/boards/ranking.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { openBoards, openTestRanking, RANKINGS } from '../../support/rankings.ts';

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
    const still = await boards.addPlayers(Array.from({ length: STILL }, (_, index) => `s${index}`));
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
    const players = await boards.addPlayers(Array.from({ length: 24 }, (_, index) => `c${index}`));
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
