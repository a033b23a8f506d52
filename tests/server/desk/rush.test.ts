import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openReserve } from '../../../server/rush/reserve.ts';
import { dealRunQuestions } from '../../../server/rush/runs.ts';
import { buildBank } from '../../support/bank.ts';
import { operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';

const bank = buildBank(300);
const server = testServer({ bank });

const run = (...args: string[]) => operate(server(), args);

test('the reserve is printed level by level, with the deals so far and the runs left', async () => {
  const { db, clock } = server();
  const reserve = await openReserve(db, bank);
  const { id } = await server().signUp();
  await db.transaction().execute((trx) => dealRunQuestions(trx, { reserve }, id, clock.at));
  const { lines, isDone } = await run('questions', 'reserve');
  expect(isDone).toBe(true);
  for (const [line, level] of ['easy', 'medium', 'hard'].entries()) {
    const count = reserve.questions.filter((one) => one.level === level).length;
    expect(lines[line]).toBe(
      `${level}: ${count} of ${count} questions are in the reserve, dealt 5 times, for ${40 * count - 1} more runs`,
    );
  }
  expect(lines[3]).toMatch(/^Runs a day in the last 7 days: 0\.0\. Warning below 1000 runs: /);
  expect(lines[3]).toMatch(/: (all is well|NEW QUESTIONS ARE NEEDED)$/);
});

test.each([
  ['questions', 'export'],
  ['questions', 'reserve', 'now'],
  ['players', 'runs', '08030000055'],
])('%s %s %s is answered with how to use it', async (...args) => {
  const { lines, isDone } = await run(...args);
  expect(isDone).toBe(false);
  expect(lines[0]).toMatch(new RegExp(`^npm run .*${args[0]}`));
});

test('runs that are flagged are listed with their reasons, the newest first', async () => {
  const { db, clock } = server();
  expect((await run('players', 'runs')).lines).toEqual(['No run is flagged']);
  const ids: string[] = [];
  const player = await server().signUp();
  for (const flags of [['times-too-even: so'], [], ['too-fast-to-read: so', 'same-device: so']]) {
    const [id, reference, at] = [randomUUID(), randomUUID(), new Date(clock.at)];
    const ticket = { reference, player_id: player.id, bought_at: at };
    await db.insertInto('rush_tickets').values(ticket).execute();
    await db
      .insertInto('rush_runs')
      .values({
        id,
        player_id: player.id,
        ticket: reference,
        pool: 'all',
        run: '{}',
        opened_at: at,
      })
      .execute();
    const ended = { state: 'counted' as const, points: 225, flags };
    await db.updateTable('rush_runs').set(ended).where('id', '=', id).execute();
    ids.push(id);
    clock.at += 60_000;
  }
  const { lines } = await run('players', 'runs');
  expect(lines).toEqual([
    expect.stringContaining(`${ids[2]} ${player.phone.replace(/^0/, '234')} ada: 225 points`),
    '  too-fast-to-read: so',
    '  same-device: so',
    expect.stringContaining(`${ids[0]} `),
    '  times-too-even: so',
  ]);
});
