import { expect, test } from 'vitest';
import { weekOf } from '../../../src/rules/calendar.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

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
  // A score that no result in the ledger has made.
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
  const rebuilt = await run(rebuild, await addOperator(server(), 'ngozi'));
  expect(rebuilt.isDone).toBe(true);
  expect(rebuilt.lines).toContain(difference);
  expect(rebuilt.lines.at(-1)).toBe('The boards have been put right.');
  expect((await run(['boards', 'check'])).isDone).toBe(true);
  const log = db.selectFrom('operator_log').select(['operator', 'command', 'why']);
  expect(await log.where('command', 'like', 'boards%').execute()).toEqual([
    { operator: 'ngozi', command: 'boards rebuild', why: 'a score of nothing' },
  ]);
});

test.each([[[]], [['rank']], [['rebuild']], [['check', 'now']], [['check', '--chek']]])(
  '%j is answered with how to use it',
  async (args) => {
    const { lines, isDone } = await run(['boards', ...args]);
    expect(lines[0]).toContain('npm run admin -- boards COMMAND');
    expect(isDone).toBe(false);
  },
);
