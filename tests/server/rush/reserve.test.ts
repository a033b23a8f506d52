import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { deal } from '../../../question-bank/reader/deal.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { openReserve, RESERVE_DEALS_MAX, reserveState } from '../../../server/rush/reserve.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import { buildBank } from '../../support/bank.ts';
import { claimAt } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';

describe('reserve', () => {
  const bank = loadBank();

  const server = testServer({ bank });

  const reserve = () => openReserve(server().db, bank);

  const stocks = bank.categories.flatMap(({ id }) =>
    LEVELS.map((level) =>
      bank.questions.filter((one) => one.category === id && one.level === level),
    ),
  );

  test('about one question in ten of each level is in the reserve, and every category keeps enough', async () => {
    const { questions, withoutIt } = await reserve();
    for (const level of LEVELS) {
      const all = bank.questions.filter((one) => one.level === level).length;
      const reserved = questions.filter((one) => one.level === level).length;
      expect(reserved / all).toBeGreaterThan(0.05);
      expect(reserved / all).toBeLessThan(0.18);
    }
    for (const stock of stocks) {
      const kept = await withoutIt(server().db, stock, 0);
      expect(kept.length).toBeGreaterThanOrEqual(0.6 * stock.length);
    }
  });

  test('10,000 ordinary rounds never hold a question of the reserve, nor one of the same subject', async () => {
    const { questions, withoutIt } = await reserve();
    const ids = new Set(questions.map(({ id }) => id));
    const subjects = new Set(questions.map(({ subject }) => subject ?? null));
    subjects.delete(null);
    const subjectOf = new Map(bank.questions.map(({ id, subject }) => [id, subject ?? null]));
    const dealt = new Set<string>();
    const { db, clock } = server();
    const pools = await Promise.all(stocks.map((stock) => withoutIt(db, stock, clock.at)));
    for (let round = 0; round < 10_000; round += 1) {
      const pool = pools[round % pools.length] ?? [];
      for (const { id } of deal(pool, new Map(), QUESTIONS_PER_ROUND, round)) dealt.add(id);
    }
    expect(dealt.size).toBeGreaterThan(7500);
    expect([...dealt].filter((id) => ids.has(id))).toEqual([]);
    expect([...dealt].filter((id) => subjects.has(subjectOf.get(id) ?? null))).toEqual([]);
  }, 120_000);

  test('a round that a player opens has no question of the reserve', async () => {
    const ids = new Set((await reserve()).questions.map(({ id }) => id));
    const dealt: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const player = await server().subscriber();
      const { questions } = await player.openRound('easy', bank.categories[round % 8]?.id);
      dealt.push(...questions.map(({ id }) => id));
    }
    expect(dealt).toHaveLength(200);
    expect(dealt.filter((id) => ids.has(id))).toEqual([]);
  });

  test('the reserve stays the same at every start, and another database has another', async () => {
    const idsOf = async (db: Parameters<typeof openReserve>[0]) =>
      (await openReserve(db, bank)).questions.map(({ id }) => id);
    const first = await idsOf(server().db);
    expect(await idsOf(server().db)).toEqual(first);
    await server().db.deleteFrom('settings').where('name', '=', 'rush-reserve').execute();
    const other = await idsOf(server().db);
    expect(other.filter((id) => first.includes(id)).length).toBeLessThan(first.length / 2);
  });

  test('a question stays where it is when others come into the bank', async () => {
    const before = await reserve();
    const more = { ...bank, questions: [...buildBank(150).questions, ...bank.questions] };
    const after = new Set((await openReserve(server().db, more)).questions.map(({ id }) => id));
    expect(before.questions.filter(({ id }) => !after.has(id))).toEqual([]);
  });

  test('a category with few questions keeps them all for its rounds', async () => {
    const few = buildBank(99);
    const { questions, withoutIt } = await openReserve(server().db, few);
    expect(questions).toEqual([]);
    expect(await withoutIt(server().db, few.questions, 0)).toEqual(few.questions);
  });

  test('a closed category gives no question to a run', async () => {
    const { questions } = await openReserve(server().db, buildBank(300));
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.filter(({ category }) => category === 'eredivisie')).toEqual([]);
  });
});

describe('the state of the reserve', () => {
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
      .map(({ id }, index) => ({
        question_id: id,
        deals: RESERVE_DEALS_MAX - (rooms[index] ?? 0),
      }));
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
});
