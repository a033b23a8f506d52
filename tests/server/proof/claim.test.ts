import { beforeEach, describe, expect, test } from 'vitest';
import type { ClaimPart } from '../../../server/database/tables.ts';
import {
  covers,
  earnedByRun,
  flagsOfProof,
  gapsOfProof,
  judgeProof,
  readClaim,
} from '../../../server/proof/claim.ts';
import type { OpenProof } from '../../../server/proof/rounds.ts';
import { DAY_MS, dayOf, type Period, weekOf } from '../../../src/rules/calendar.ts';
import { type Level, QUESTION_TIMER_MS } from '../../../src/rules/levels.ts';
import type { Pool } from '../../../src/rules/networks.ts';
import { raffleMonthOf } from '../../../src/rules/raffle.ts';
import { buildBank, buildBankQuestion } from '../../support/bank.ts';
import { ProofPhone, played } from '../../support/proof.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, hasProved, payDue, score, thisMonth, winnings } from '../prizes/prize-calls.ts';

describe('claim', () => {
  const server = testServer();

  const week = () => weekOf(server().clock.at);

  beforeEach(() => {
    server().toNextWeek();
  });

  function claimOf(
    { id: player_id }: TestPlayer,
    board: 'weekly' | 'raffle' | 'rush' = 'weekly',
    { startsAt, endsAt }: Period = week(),
  ) {
    const period = { period_start: new Date(startsAt), period_end: new Date(endsAt) };
    return readClaim(server().db, { player_id, board, pool: 'all', ...period });
  }

  test('each level has its share of the points, with the categories that it was played in', async () => {
    const player = await server().signUp();
    await played(player, 10, { right: 6, level: 'easy' });
    await played(player, 9, { right: 8, level: 'hard', category: 'la-liga' });
    await played(player, 1, { right: 8, level: 'hard', category: 'serie-a' });
    await played(player, 1, { right: 10, level: 'medium' });
    const claim = await claimOf(player);
    for (const { categories } of claim) categories.sort();
    expect(claim).toEqual([
      {
        level: 'easy',
        timerMs: 10_000,
        questions: 4,
        categories: ['la-liga'],
        past: { right: 50, asked: 90 },
      },
      {
        level: 'medium',
        timerMs: 12_000,
        questions: 1,
        categories: ['la-liga'],
        past: { right: 10, asked: 10 },
      },
      {
        level: 'hard',
        timerMs: 15_000,
        questions: 15,
        categories: ['la-liga', 'serie-a'],
        past: { right: 70, asked: 90 },
      },
    ]);
  });

  test('play before the period does not count, unless the period had few new questions', async () => {
    const player = await server().signUp();
    await played(player, 5, { right: 2, level: 'hard', from: week().startsAt - DAY_MS });
    await played(player, 3, { right: 9, level: 'hard' });
    expect(await claimOf(player)).toMatchObject([{ past: { right: 37, asked: 80 } }]);
    await played(player, 1, { right: 9, level: 'hard' });
    expect(await claimOf(player)).toMatchObject([{ past: { right: 32, asked: 36 } }]);
  });

  test('rounds that are played badly on purpose hide nothing', async () => {
    const player = await server().signUp();
    await played(player, 10, { right: 9, level: 'hard' });
    await played(player, 10, { right: 0, level: 'hard' });
    expect(await claimOf(player)).toMatchObject([{ past: { right: 160, asked: 180 } }]);
  });

  test('a question that comes again is not new', async () => {
    const player = await server().signUp();
    const [first = ''] = await played(player, 1, { right: 5, from: week().startsAt });
    const again = await played(player, 5, { right: 10, from: week().startsAt + 60_000 });
    const { questions } = await server()
      .db.selectFrom('rounds')
      .select('questions')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    await server()
      .db.updateTable('rounds')
      .set({ questions: JSON.stringify(questions) })
      .where('id', 'in', again)
      .execute();
    expect(await claimOf(player)).toMatchObject([{ past: { right: 5, asked: 10 } }]);
  });

  test('a round of another pool earns nothing here', async () => {
    const player = await server().signUp();
    const others = await played(player, 5, { right: 9, level: 'hard' });
    await server()
      .db.updateTable('rounds')
      .set({ pool: 'glo' })
      .where('id', 'in', others)
      .execute();
    await played(player, 5, { right: 8 });
    expect(await claimOf(player)).toMatchObject([{ level: 'easy', questions: 20 }]);
  });

  test('a run claims what its player knew: not what was halved, skipped, or had its clock stopped', () => {
    const questions = Array.from({ length: 6 }, () => ({ level: 'easy' as const }));
    const ended = (end: 'right' | 'skipped' | 'left', isDouble = false) => {
      return { choice: null, ms: 3000, end, isDouble };
    };
    const right = ended('right');
    const rows = [right, ended('right', true), right, right, ended('skipped'), ended('left')];
    const used = { 'fifty-fifty': 3, 'time-freeze': 4 };
    const earned = earnedByRun({ questions, rows, used });
    expect(earned.map(({ points, answers }) => [points, answers.right, answers.asked])).toEqual([
      [15, 1, 1],
      [30, 1, 1],
      [15, 0, 1],
      [15, 0, 0],
      [0, 0, 1],
    ]);
  });

  /** A run of three right answers at a level, as the database has it. */
  async function ran(
    { id: player_id }: TestPlayer,
    level: Level,
    { at = server().clock.at, pool = 'all' as Pool, state = 'counted' as 'counted' | 'void' } = {},
  ): Promise<void> {
    const { db } = server();
    const [reference, id, when] = [newKey(), newKey(), new Date(at)];
    await db.insertInto('rush_tickets').values({ reference, player_id, bought_at: when }).execute();
    const questions = [1, 2, 3].map(() => buildBankQuestion(newKey(), { level }));
    const rows = questions.map(() => ({ choice: '', ms: 3000, end: 'right', isDouble: false }));
    const run = JSON.stringify({ questions, rows, used: {} });
    const whose = { id, player_id, pool, ticket: reference };
    await db
      .insertInto('rush_runs')
      .values({ ...whose, run, opened_at: when })
      .execute();
    await db
      .updateTable('rush_runs')
      .set({ state, closed_at: when })
      .where('id', '=', id)
      .execute();
  }

  test('the runs of a prize alone are its claim: none of another day or pool, none that was void', async () => {
    const player = await server().signUp();
    await ran(player, 'medium');
    await ran(player, 'hard', { state: 'void' });
    await ran(player, 'hard', { pool: 'glo' });
    await ran(player, 'hard', { at: server().clock.at + DAY_MS });
    const day = dayOf(server().clock.at);
    expect(await claimOf(player, 'rush', day)).toMatchObject([{ level: 'medium', questions: 20 }]);
  });

  test('a round counts for the period that its result counted for, and for the raffle when it came', async () => {
    const player = await server().signUp();
    const { startsAt } = week();
    const late = await played(player, 1, { right: 9, from: startsAt - 5 * DAY_MS });
    await server()
      .db.updateTable('rounds')
      .set({ closed_at: new Date(startsAt + 2 * DAY_MS) })
      .where('id', 'in', late)
      .execute();
    expect(await claimOf(player)).toMatchObject([{ past: { right: 9, asked: 10 } }]);
    const before = weekOf(startsAt - 1);
    const nothing = [{ level: 'easy', questions: 20, past: { right: 0, asked: 0 } }];
    expect(await claimOf(player, 'weekly', before)).toMatchObject(nothing);
    const at = startsAt + 2 * DAY_MS;
    const something = [{ past: { right: 9, asked: 10 } }];
    expect(await claimOf(player, 'raffle', raffleMonthOf(at))).toMatchObject(something);
  });
});

/**
 * A part of a claim: the number of questions, their level, and the earlier right answers out of
 * those asked.
 */
const part = (questions: number, level: Level, right: number, asked: number): ClaimPart => {
  const past = { right, asked };
  return { questions, level, timerMs: QUESTION_TIMER_MS[level], categories: [], past };
};

const ends = (
  right: number,
  of = 20,
  end: 'wrong' | 'void' = 'wrong',
): Pick<OpenProof, 'rows'> => ({
  rows: Array.from({ length: of }, (_, index) => {
    return { choice: null, ms: 3000, end: index < right ? 'right' : end };
  }),
});

test.each([
  ['as was claimed', 16, part(20, 'easy', 800, 1000), true],
  ['a little worse than was claimed', 13, part(20, 'easy', 800, 1000), true],
  ['better than was claimed', 20, part(20, 'easy', 500, 1000), true],
  ['far worse than was claimed', 9, part(20, 'easy', 800, 1000), false],
  ['as somebody who guesses, after all was right', 5, part(20, 'easy', 990, 1000), false],
  ['well, beside a few games of as many right', 18, part(20, 'easy', 30, 30), true],
  ['badly, beside a few games of all right', 11, part(20, 'easy', 30, 30), false],
  ['all right, beside nothing', 20, part(20, 'easy', 0, 0), false],
])('%s: %i of 20', (_how, right, claim, isLikely) => {
  expect(judgeProof([claim], ends(right)).isLikely).toBe(isLikely);
});

test('several levels are judged by what each claims', () => {
  const claim = [part(10, 'easy', 900, 1000), part(10, 'hard', 500, 1000)];
  expect(judgeProof(claim, ends(11)).isLikely).toBe(true);
  expect(judgeProof(claim, ends(9)).isLikely).toBe(false);
});

test('the figures are kept for the person who decides', () => {
  const { likelihood, ...kept } = judgeProof([part(20, 'easy', 90, 100)], ends(10));
  expect(kept).toEqual({ right: 10, asked: 20, isLikely: false });
  expect(likelihood).toBeGreaterThan(0);
  expect(likelihood).toBeLessThan(0.01);
});

test('the same result is judged alike however long somebody has played', () => {
  const some = judgeProof([part(20, 'easy', 320, 400)], ends(12));
  const much = judgeProof([part(20, 'easy', 16_000, 20_000)], ends(12));
  expect(much.likelihood).toBeCloseTo(some.likelihood, 9);
});

test('a question that the game was out of reach for is not counted', () => {
  const { right, asked } = judgeProof([part(20, 'easy', 8, 10)], ends(10, 12, 'void'));
  expect({ right, asked }).toEqual({ right: 10, asked: 10 });
});

test.each([
  ['the same', part(20, 'medium', 60, 100), true],
  ['a little better', part(20, 'medium', 70, 100), true],
  ['far better at the same level', part(20, 'medium', 92, 100), false],
  ['a harder level', part(20, 'hard', 60, 100), false],
  ['no better, at an easier level', part(20, 'easy', 65, 100), true],
  ['nothing that could be compared', part(20, 'easy', 0, 0), true],
])('what was proved at medium with 60 of 100 right holds for %s: %j %s', (_what, claim, holds) => {
  expect(covers([part(20, 'medium', 60, 100)], [claim])).toBe(holds);
});

test('a proof of an empty claim covers no other claim', () => {
  expect(covers([part(20, 'easy', 0, 0)], [part(20, 'easy', 75, 100)])).toBe(false);
});

test('a proved claim covers a prize with a few more hard questions', () => {
  const mixed = (hard: number) => [part(20 - hard, 'easy', 80, 100), part(hard, 'hard', 60, 100)];
  expect(covers(mixed(4), mixed(8))).toBe(true);
  expect(covers(mixed(4), mixed(9))).toBe(false);
});

/** A proof round with these times for its answers. */
function timed(times: readonly number[]): Pick<OpenProof, 'questions' | 'rows'> {
  const asked = buildBankQuestion('q', { question: 'q'.repeat(100) });
  const question = { ...asked, options: [...asked.options], timerMs: 12_000 };
  return {
    questions: times.map(() => question),
    rows: times.map((ms) => ({ choice: question.answer, ms, end: 'right' as const })),
  };
}

const HUMAN_MS = [4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100];

test('times of a person have nothing against them, those of a program have', () => {
  expect(flagsOfProof(timed(HUMAN_MS), HUMAN_MS)).toEqual([]);
  const even = HUMAN_MS.map((_, index) => 3000 + (index % 2));
  expect(flagsOfProof(timed(even), even).map((flag) => flag.split(':')[0])).toEqual([
    'times-too-even',
    'times-too-even',
  ]);
});

test('a round easier than the winning play, or one with many outages, waits for a person', () => {
  const claim = [part(10, 'medium', 80, 100), part(10, 'hard', 80, 100)];
  const asked = (hard: number) =>
    Array.from({ length: 20 }, (_, index) => {
      const level: Level = index < 20 - hard ? 'medium' : 'hard';
      return { level };
    });
  const lost = (count: number) => ends(20 - count, 20, 'void').rows;
  expect(gapsOfProof(claim, { questions: asked(10), rows: lost(0) })).toEqual([]);
  expect(gapsOfProof(claim, { questions: asked(6), rows: lost(2) })).toEqual([]);
  expect(gapsOfProof(claim, { questions: asked(5), rows: lost(3) })).toEqual([
    'easier-questions: 5 of 20 were easier than what won',
    'outages: 3 questions ran out while the game could not be reached',
  ]);
});

describe('the monthly prize', () => {
  const PRIZES = JSON.stringify([{ pool: 'all', board: 'monthly', places: 1, naira: 50_000 }]);

  const server = testServer({ bank: buildBank(600), env: { PRIZES } });

  test('the first monthly prize asks, whatever was proved before, and the next does not', async () => {
    const player = await server().signUp();
    await bornOn(player, '1990-05-17');
    await addAccount(player, newAccount());
    await hasProved(player, { level: 'medium' });
    const monthPays = async () => {
      await played(player, 12, { level: 'medium' });
      await score(player, 500);
      close(server(), thisMonth(server()));
      await payDue(server());
      const [newest] = await winnings(player);
      return [newest?.board, newest?.state, newest?.reason];
    };
    expect(await monthPays()).toEqual(['monthly', 'held', 'proof-round']);
    const phone = new ProofPhone(player);
    expect(await phone.row()).toMatchObject({ why: 'first monthly prize' });
    await phone.start();
    await phone.play(15);
    expect(await monthPays()).toEqual(['monthly', 'approved', null]);
  });
});
