import { beforeEach, expect, test } from 'vitest';
import { readClaim } from '../../../server/proof/claim.ts';
import { DAY_MS, type Period, weekOf } from '../../../src/rules/calendar.ts';
import { raffleMonthOf } from '../../../src/rules/raffle.ts';
import { played } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const week = () => weekOf(server().clock.at);

beforeEach(() => {
  server().toNextWeek();
});

function claimOf(
  { id: player_id }: TestPlayer,
  board: 'weekly' | 'raffle' = 'weekly',
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

test('what was played before the period says nothing, unless little was new in it', async () => {
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
