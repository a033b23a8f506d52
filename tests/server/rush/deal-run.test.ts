import { expect, test } from 'vitest';
import { Refusal } from '../../../server/http/serve.ts';
import { rememberDealt } from '../../../server/rounds/open.ts';
import { openReserve, RESERVE_DEALS_MAX } from '../../../server/rush/reserve.ts';
import { dealRunQuestions } from '../../../server/rush/runs.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { testServer } from '../../support/server.ts';

const bank = buildBank(200);
const server = testServer({ bank });

const reserve = () => openReserve(server().db, bank);

async function dealTo(playerId: number, at = server().clock.at) {
  const services = { reserve: await reserve() };
  return server()
    .db.transaction()
    .execute((trx) => dealRunQuestions(trx, services, playerId, at));
}

const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

async function dealsOf(ids: string[]): Promise<number[]> {
  const rows = await server()
    .db.selectFrom('rush_reserve')
    .select('deals')
    .where('question_id', 'in', ids)
    .execute();
  return rows.map(({ deals }) => deals);
}

/** Sets the deals of each question that `isMeant`. */
async function setDeals(deals: number, isMeant: (index: number) => boolean, leftAt: Date | null) {
  const { questions } = await reserve();
  const values = questions
    .filter((_, index) => isMeant(index))
    .map(({ id }) => ({ question_id: id, deals }));
  await server().db.deleteFrom('rush_reserve').execute();
  await server().db.insertInto('rush_reserve').values(values).execute();
  await server().db.updateTable('rush_reserve').set({ left_at: leftAt }).execute();
  return values.map(({ question_id }) => question_id);
}

test('a run has fifteen questions of the reserve, five of each level, rising', async () => {
  const player = await server().subscriber();
  const questions = await dealTo(player.id);
  expect(questions.map(({ level }) => level)).toEqual([
    ...Array.from({ length: 5 }, () => 'easy'),
    ...Array.from({ length: 5 }, () => 'medium'),
    ...Array.from({ length: 5 }, () => 'hard'),
  ]);
  const ids = new Set(idsOf((await reserve()).questions));
  expect(idsOf(questions).every((id) => ids.has(id))).toBe(true);
  expect(new Set(idsOf(questions)).size).toBe(15);
  expect(await dealsOf(idsOf(questions))).toEqual(Array.from({ length: 15 }, () => 1));
});

test('a player meets no question of the last 30 days again, of a run or of a round', async () => {
  const player = await server().subscriber();
  const { questions } = await reserve();
  const at = server().clock.at;
  const easy = questions.filter(({ level }) => level === 'easy');
  const had = easy.slice(5).map((one) => ({ ...one, options: [...one.options] }));
  await rememberDealt(server().db as never, player.id, had, at - 30 * DAY_MS + 1);
  const first = await dealTo(player.id, at);
  expect(idsOf(first.slice(0, 5)).toSorted()).toEqual(idsOf(easy.slice(0, 5)).toSorted());
  await expect(dealTo(player.id, at)).rejects.toMatchObject({ code: 'rush/closed' });
  const second = await dealTo(player.id, at + 1);
  expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
});

test('a run that cannot be dealt counts and remembers nothing', async () => {
  const player = await server().subscriber();
  await setDeals(RESERVE_DEALS_MAX, () => true, new Date(server().clock.at));
  const before = await server().snapshot();
  await expect(dealTo(player.id)).rejects.toBeInstanceOf(Refusal);
  expect(await server().snapshot()).toEqual(before);
  expect(new Set(await dealsOf(idsOf((await reserve()).questions)))).toEqual(
    new Set([RESERVE_DEALS_MAX]),
  );
  await server().db.deleteFrom('rush_reserve').execute();
});

test('a question leaves the reserve with its last deal, and comes to ordinary rounds a day later', async () => {
  await setDeals(RESERVE_DEALS_MAX - 1, () => true, null);
  const player = await server().subscriber();
  const at = server().clock.at;
  const last = idsOf(await dealTo(player.id));
  expect(await dealsOf(last)).toEqual(Array.from({ length: 15 }, () => RESERVE_DEALS_MAX));
  const other = await server().subscriber();
  expect(idsOf(await dealTo(other.id)).filter((id) => last.includes(id))).toEqual([]);
  const { withoutIt } = await reserve();
  const ordinary = async (now: number) =>
    idsOf(await withoutIt(server().db, bank.questions, now)).filter((id) => last.includes(id));
  expect(await ordinary(at + DAY_MS)).toEqual([]);
  expect((await ordinary(at + DAY_MS + 1)).toSorted()).toEqual(last.toSorted());
  await server().db.deleteFrom('rush_reserve').execute();
});

test('runs that are opened at once take no deal twice', async () => {
  // Enough for two runs, while five ask.
  const { questions } = await reserve();
  const kept = new Set(
    ['easy', 'medium', 'hard'].flatMap((level) =>
      idsOf(questions.filter((one) => one.level === level).slice(0, 5)),
    ),
  );
  const all = idsOf(questions);
  await setDeals(RESERVE_DEALS_MAX, (index) => !kept.has(all[index] ?? ''), new Date(0));
  await server()
    .db.insertInto('rush_reserve')
    .values([...kept].map((id) => ({ question_id: id, deals: RESERVE_DEALS_MAX - 2 })))
    .execute();
  const players = await Promise.all([1, 2, 3, 4, 5].map(() => server().subscriber()));
  const outcomes = await Promise.allSettled(players.map(({ id }) => dealTo(id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(new Set(await dealsOf(all))).toEqual(new Set([RESERVE_DEALS_MAX]));
  await server().db.deleteFrom('rush_reserve').execute();
});

/** The questions of a player's newest run in order, with their deals, and those recorded as dealt. */
async function dealtInRun(run: string, playerId: number) {
  const { db } = server();
  const row = await db
    .selectFrom('rush_runs')
    .select('run')
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  const ids = idsOf(row.run.questions);
  const rows = await db.selectFrom('rush_reserve').selectAll().execute();
  const remembered = await db
    .selectFrom('dealt_questions')
    .select('question_id')
    .where('player_id', '=', playerId)
    .where('question_id', 'in', ids)
    .execute();
  return {
    ids,
    deals: ids.map((id) => rows.find(({ question_id }) => question_id === id)?.deals),
    left: rows.filter(({ question_id, left_at }) => ids.includes(question_id) && left_at).length,
    remembered: remembered.map(({ question_id }) => question_id).toSorted(),
  };
}

test('questions that a run did not reach do not count as dealt, and may come again', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  expect((await dealtInRun(run, player.id)).deals).toEqual(Array.from({ length: 15 }, () => 1));
  await phone.wrong(run);
  const { ids, deals, remembered } = await dealtInRun(run, player.id);
  expect(deals).toEqual([1, 1, 1, ...Array.from({ length: 12 }, () => 0)]);
  expect(remembered).toEqual(ids.slice(0, 3).toSorted());
  await server().db.deleteFrom('rush_reserve').execute();
});

test('a run that is played to its end was dealt whole', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 15);
  const { deals, remembered } = await dealtInRun(run, player.id);
  expect(deals).toEqual(Array.from({ length: 15 }, () => 1));
  expect(remembered).toHaveLength(15);
  await server().db.deleteFrom('rush_reserve').execute();
});

test('a question that left the reserve with a run stays out, though the run did not reach it', async () => {
  await setDeals(RESERVE_DEALS_MAX - 1, () => true, null);
  const player = await runner(server());
  const phone = new Phone(player);
  const run = await phone.begin();
  await phone.leave(run);
  const { deals, left } = await dealtInRun(run, player.id);
  expect(deals).toEqual(Array.from({ length: 15 }, () => RESERVE_DEALS_MAX));
  expect(left).toBe(15);
  await server().db.deleteFrom('rush_reserve').execute();
});
