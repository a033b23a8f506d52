import { beforeEach, expect, test } from 'vitest';
import { earnedByRun, readClaim } from '../../../server/proof/claim.ts';
import { DAY_MS, dayOf, type Period, weekOf } from '../../../src/rules/calendar.ts';
import type { Level } from '../../../src/rules/levels.ts';
import type { Pool } from '../../../src/rules/networks.ts';
import { raffleMonthOf } from '../../../src/rules/raffle.ts';
import { buildBankQuestion } from '../../support/bank.ts';
import { played } from '../../support/proof.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

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
  await server().db.updateTable('rounds').set({ pool: 'glo' }).where('id', 'in', others).execute();
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
  await db.updateTable('rush_runs').set({ state, closed_at: when }).where('id', '=', id).execute();
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
