import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openReserve, RESERVE_DEALS_MAX, reserveState } from '../../../server/rush/reserve.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { buildBank } from '../../support/bank.ts';
import { claimAt } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';

const bank = buildBank(300);
const server = testServer({ bank });

beforeEach(async () => {
  await server().db.deleteFrom('rush_reserve').execute();
});

async function state() {
  const { db, clock } = server();
  const reserve = await openReserve(db, bank);
  return { reserve, ...(await reserveState(db, reserve, clock.at)) };
}

/** Leaves these deals of the easy questions, in their order, and none of the others. */
async function leave(...rooms: number[]): Promise<void> {
  const { db } = server();
  const { questions } = await openReserve(db, bank);
  const values = questions
    .filter(({ level }) => level === 'easy')
    .map(({ id }, index) => ({ question_id: id, deals: RESERVE_DEALS_MAX - (rooms[index] ?? 0) }));
  await db.insertInto('rush_reserve').values(values).execute();
}

const easyRuns = async () => (await state()).levels[0]?.runs;

test('a reserve that nobody was dealt of has 200 deals of every question', async () => {
  const { reserve, levels, isLow, warnBelow } = await state();
  expect(levels.map(({ level }) => level)).toEqual(LEVELS);
  for (const { level, chosen, inReserve, deals, runs } of levels) {
    const count = reserve.questions.filter((one) => one.level === level).length;
    expect({ chosen, inReserve, deals }).toEqual({ chosen: count, inReserve: count, deals: 0 });
    expect(runs).toBe(40 * count);
  }
  expect(warnBelow).toBe(1000);
  expect(isLow).toBe(levels.some(({ runs }) => runs < 1000));
});

test('a proof round counts in the pace as four runs of a level do', async () => {
  const { db, clock } = server();
  const rounds = ['easy', 'hard', 'hard'] as const;
  for (const level of rounds) {
    const { id: player_id } = await server().signUp();
    const at = new Date(clock.at);
    const times = { asked_at: at, due_at: at, opened_at: at, closed_at: at };
    const what = { state: 'passed', why: 'first prize', claim: claimAt(level) } as const;
    await db
      .insertInto('proof_rounds')
      .values({ id: randomUUID(), player_id, ...what, ...times })
      .execute();
  }
  expect((await state()).runsADay).toBeCloseTo(8 / 7, 9);
  await db.deleteFrom('proof_rounds').execute();
});

test.each([
  [[200, 200, 200, 200], 0],
  [[1, 1, 1, 1, 1], 1],
  [[200, 1, 1, 1, 1], 1],
  [[2, 2, 2, 2, 1, 1], 2],
  [[200, 200, 3, 3, 3], 3],
  [[], 0],
])(
  'deals that are left, %j, are enough for %i runs of five different questions',
  async (rooms, runs) => {
    await leave(...rooms);
    expect(await easyRuns()).toBe(runs);
    expect((await state()).isLow).toBe(true);
  },
);

test('the operator reads it on one page, and a machine as gauges', async () => {
  await leave(...Array.from({ length: 10 }, () => 200));
  const [easy] = (await state()).levels;
  expect(easy).toMatchObject({ inReserve: 10, runs: 400 });
  const { body } = await server().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('\nfom_rush_runs_possible{level="easy"} 400\n');
  expect(body).toContain('\nfom_rush_runs_warning 1000\n');
});
