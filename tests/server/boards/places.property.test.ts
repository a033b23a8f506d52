// @module-tag once
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_POINTS,
  creditBoards,
  type PointsRange,
  pointsOfTier,
} from '../../../server/boards/boards.ts';
import type { Places } from '../../../server/boards/ranking.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { dayOf } from '../../../src/rules/calendar.ts';
import { openBoards, RANKINGS } from '../../support/rankings.ts';

const PLAYERS = 12;
const ROWS = 4;
const AROUND = 2;
const FIRST_DAY = dayOf(Date.parse('2026-11-18T11:00:00Z')).startsAt;
const MINUTE_MS = 60_000;

type Credit = { player: number; points: number; atMs: number };

/** Few figures and few moments, so that most players tie with others, within ten minutes or not. */
const anyCredits = fc.array(
  fc.record({
    player: fc.nat({ max: PLAYERS - 1 }),
    points: fc.constantFrom(1, 5, 250, 499, 500, 1000),
    atMs: fc.constantFrom(0, 1, 2, 9 * MINUTE_MS, 10 * MINUTE_MS, 11 * MINUTE_MS, 500 * MINUTE_MS),
  }),
  { maxLength: 30 },
);

/** The credits and the same in another order. */
const anyOrders = anyCredits.chain((credits) =>
  fc.tuple(
    fc.constant(credits),
    fc.shuffledSubarray(credits, { minLength: credits.length, maxLength: credits.length }),
  ),
);

/** The expected result, by a plain sort of everything. */
function expected(
  credits: readonly Credit[],
  ids: readonly number[],
  player: number,
  { from, below }: PointsRange,
): Places {
  const scores = new Map<number, { points: number; reachedAt: number }>();
  for (const credit of credits) {
    const { points, reachedAt } = scores.get(credit.player) ?? { points: 0, reachedAt: 0 };
    scores.set(credit.player, {
      points: points + credit.points,
      reachedAt: Math.max(reachedAt, credit.atMs),
    });
  }
  const ranked = [...scores]
    .map(([of, score]) => ({ playerId: ids[of] ?? 0, ...score }))
    .filter(({ points }) => points >= from && points < below)
    .sort((a, b) => b.points - a.points || a.reachedAt - b.reachedAt || a.playerId - b.playerId)
    .map(({ playerId, points }, index) => ({ playerId, points, place: index + 1 }));
  const place = ranked.findIndex(({ playerId }) => playerId === ids[player]) + 1;
  const score = scores.get(player);
  return {
    top: ranked.slice(0, ROWS),
    own: score ? { points: score.points, place: place || null } : null,
    around: place > ROWS ? ranked.slice(Math.max(0, place - 1 - AROUND), place + AROUND) : [],
  };
}

describe.each(RANKINGS)('by $ranking', ({ env }) => {
  let boards: Awaited<ReturnType<typeof openBoards>>;
  let ids: number[] = [];
  let day = FIRST_DAY;

  beforeAll(async () => {
    boards = await openBoards(env);
    ids = await boards.addPlayers(Array.from({ length: PLAYERS }, (_, index) => `p${index}`));
  });
  afterAll(() => boards.close());

  /** A day without any play yet. */
  const nextDay = () => {
    day = dayOf(day).endsAt;
    return day;
  };

  const credit = async (startsAt: number, credits: readonly Credit[]) => {
    await boards.db.transaction().execute(async (trx) => {
      for (const { player, points, atMs } of credits) {
        const at = startsAt + atMs;
        const playerId = ids[player] ?? 0;
        const times = { issuedAt: at, arrivedAt: at };
        const earned = { playerId, pool: 'all', points, played: 'rush', ...times } as const;
        await creditBoards(trx, boards.ranking, earned);
      }
    });
  };

  const read = (startsAt: number, player: number, range: PointsRange) =>
    boards.ranking.read({
      board: 'rush',
      pool: 'all',
      startsAt,
      playerId: ids[player] ?? 0,
      range,
      rows: ROWS,
      around: AROUND,
    });

  test('each place is that of a plain sort, whatever order the results came in', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOrders,
        fc.nat({ max: PLAYERS - 1 }),
        async ([credits, shuffled], player) => {
          const startsAt = nextDay();
          // The board is read in between too, so that its cache must not hide later changes.
          const half = Math.ceil(shuffled.length / 2);
          await credit(startsAt, shuffled.slice(0, half));
          const soFar = shuffled.slice(0, half);
          expect(await read(startsAt, player, ALL_POINTS)).toEqual(
            expected(soFar, ids, player, ALL_POINTS),
          );
          await credit(startsAt, shuffled.slice(half));
          for (const range of [ALL_POINTS, ...[1, 2, 3].map(pointsOfTier)]) {
            const found = await read(startsAt, player, range);
            expect(found).toEqual(expected(credits, ids, player, range));
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  test('the counts of players match the ranking after any results', async () => {
    await fc.assert(
      fc.asyncProperty(anyCredits, async (credits) => {
        await credit(nextDay(), credits);
        expect((await rebuildBoards(boards.db, false)).miscounted).toBe(0);
      }),
      { numRuns: 10 },
    );
  }, 60_000);
});
