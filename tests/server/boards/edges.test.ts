import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditBoards, finalAt, periodOf } from '../../../server/boards/boards.ts';
import { openBoards } from '../../support/rankings.ts';

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
