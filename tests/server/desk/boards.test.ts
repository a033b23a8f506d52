import { expect, test } from 'vitest';
import type { Ranking } from '../../../server/boards/ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { rebuildAllBoards } from '../../../server/desk/house.ts';
import { DeskError } from '../../../server/desk/socket.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

let first: Promise<string> | null = null;
const firstKey = () => {
  first ??= addOperator(server(), 'ngozi');
  return first;
};

const run = (command: string[], key: string | null = null) => operate(server(), command, key);

test('a check names what differs and is not done then; a rebuild puts it right', async () => {
  expect(await run(['boards', 'check'])).toEqual({
    lines: [
      '0 results in the ledger make 0 scores.',
      'Scores that differ: nothing',
      'Figures that are counted wrong: nothing',
    ],
    isDone: true,
  });
  const { id } = await server().signUp();
  const { db, clock } = server();
  const score = { board: 'weekly', pool: 'all', player_id: id, points: 40 } as const;
  const at = new Date(clock.at);
  const period_start = new Date(weekOf(clock.at).startsAt);
  // A score without a result in the ledger.
  await db
    .insertInto('board_scores')
    .values({ ...score, period_start, reached_at: at })
    .execute();
  const difference = `weekly of all from 2026-11-16, player ${id}: 40 points on the board, nothing in the ledger`;
  const check = await run(['boards', 'check']);
  expect(check.lines.slice(1, 3)).toEqual([difference, 'Scores that differ: 1']);
  expect(check.isDone).toBe(false);
  const rebuild = ['boards', 'rebuild', '--why', 'a score of nothing'];
  expect(await run(rebuild)).toMatchObject({ isDone: false, isKeyNeeded: true });
  const rebuilt = await run(rebuild, await firstKey());
  expect(rebuilt.isDone).toBe(true);
  expect(rebuilt.lines).toContain(difference);
  expect(rebuilt.lines.at(-1)).toBe('The boards have been put right.');
  expect((await run(['boards', 'check'])).isDone).toBe(true);
  const log = db.selectFrom('operator_log').select(['operator', 'command', 'why']);
  expect(await log.where('command', 'like', 'boards%').execute()).toEqual([
    { operator: 'ngozi', command: 'boards rebuild', why: 'a score of nothing' },
  ]);
});

test('sorted sets that a rebuild could not forget are forgotten by the next one, which finds no difference', async () => {
  const { db, clock, ranking } = server();
  const { id } = await server().signUp();
  const at = new Date(clock.at);
  const score = { board: 'weekly', pool: 'all', player_id: id, points: 40 } as const;
  const period_start = new Date(weekOf(clock.at).startsAt);
  await db
    .insertInto('board_scores')
    .values({ ...score, period_start, reached_at: at })
    .execute();
  /** The answers of the store, in turn. */
  const answers = ['away', 'fine', 'away', 'fine'];
  const forget = async () => {
    if (answers.shift() === 'away') throw new Error('nothing answers there');
  };
  const store: Ranking = { ...ranking, forget, close: async () => {} };
  const key = await firstKey();
  const desk = { db, config: readConfig({}), now: () => clock.at };
  const rebuild = () => rebuildAllBoards(desk, { why: 'old places', key }, async () => store);

  await expect(rebuild()).rejects.toThrow(DeskError);
  // Nothing was recomputed while the store was away.
  expect((await run(['boards', 'check'])).isDone).toBe(false);
  await expect(rebuild()).rejects.toThrow(/still the old ones \(nothing answers there\)/);
  expect((await run(['boards', 'check'])).isDone).toBe(true);
  expect((await rebuild()).lines).toContain('Scores that differ: nothing');
  expect(answers).toEqual([]);
});

test.each([[[]], [['rank']], [['rebuild']], [['check', 'now']], [['check', '--chek']]])(
  '%j is answered with how to use it',
  async (args) => {
    const { lines, isDone } = await run(['boards', ...args]);
    expect(lines[0]).toContain('npm run admin -- boards COMMAND');
    expect(isDone).toBe(false);
  },
);
