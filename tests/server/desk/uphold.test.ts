import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { TranscriptRow } from '../../../src/rules/round.ts';
import { buildBank } from '../../support/bank.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

// Enough questions for another run in addition to the withdrawn ones.
const server = testServer({ bank: buildBank(100) });
let key: string;

beforeAll(async () => {
  key = await addOperator(server(), 'ngozi');
});

// A question withdrawn by an earlier test may be dealt again, and its earlier players are not
// compensated twice.
beforeEach(async () => {
  await server().db.deleteFrom('dealt_questions').execute();
  await server().db.deleteFrom('question_repairs').execute();
  await server().db.deleteFrom('withdrawn_questions').execute();
});

type As = { by?: string; env?: Record<string, string> };

const uphold = (id: string, why = 'two options are right', { by = key, env = {} }: As = {}) =>
  operate(server(), ['questions', 'uphold', id, '--why', why], by, { env });

const idAt = ({ questions }: OpenRound, number: number) => questions[number - 1]?.id ?? '';

/** Plays a round with the first answers right, except for the changed rows. */
async function played(
  player: TestPlayer,
  right: number,
  changes: { [number: number]: Partial<TranscriptRow> } = {},
): Promise<OpenRound> {
  const round = await player.openRound();
  server().clock.at += 60_000;
  const rows = answersTo(round, right).map((row, index) => ({ ...row, ...changes[index + 1] }));
  await player.deliver(round, rows);
  return round;
}

/** A player's stored report of a question. */
const reported = (player: TestPlayer, id: string, { round }: OpenRound) =>
  server()
    .db.insertInto('question_reports')
    .values({
      player_id: player.id,
      question_id: id,
      round_id: round.id,
      level: 'easy',
      reason: 'unclear',
      day: '2026-11-18',
      at: new Date(),
    })
    .execute();

/** A player's coins, points in the ledger and points on the week's board. */
async function has({ id }: TestPlayer) {
  const { rows } = await sql<{ coins: number; points: number; board: number }>`
    select (select coins from wallets where player_id = ${id}) as coins,
      (select coalesce(sum(amount), 0)::bigint from ledger_postings
        where player_id = ${id} and account = 'points') as points,
      (select coalesce(sum(points), 0)::bigint from board_scores
        where player_id = ${id} and board = 'weekly') as board
  `.execute(server().db);
  return rows[0];
}

const boardsAgree = async () =>
  expect(await rebuildBoards(server().db, false)).toMatchObject({ differences: [], miscounted: 0 });

const skipped = { choice: null, end: 'skipped' } as const;
const timeout = { choice: null, end: 'timeout', ms: 10_000 } as const;

test.each([
  ['answered with something else', 7, {}],
  ['skipped', 10, { 8: skipped }],
  ['ran out of time', 10, { 8: timeout }],
])(
  'a question that was %s is worth its points and coins once it is upheld',
  async (_how, right, changes) => {
    const [hurt, other] = [await server().subscriber(), await server().subscriber()];
    const round = await played(hurt, right, changes);
    await played(other, 4);
    const id = idAt(round, 8);
    const [before, others] = [await has(hurt), await has(other)];
    const { lines, isDone } = await uphold(id);
    expect(isDone).toBe(true);
    expect(lines[0]).toBe(`${id} is upheld by ngozi`);
    const after = await has(hurt);
    expect(after).toEqual({
      coins: (before?.coins ?? 0) + 10,
      points: (before?.points ?? 0) + 5,
      board: (before?.board ?? 0) + 5,
    });
    const { result } = await server()
      .db.selectFrom('rounds')
      .select('result')
      .where('id', '=', round.round.id)
      .executeTakeFirstOrThrow();
    expect(result).toMatchObject({ points: after?.points, coins: 90 });
    expect((await hurt.get('/points/user-points')).body.data).toMatchObject({
      bests: [{ right: result?.right }],
    });
    const again = await uphold(id, 'once more');
    expect(again.lines[0]).toMatch(
      new RegExp(`^${id} was upheld by ngozi, .*: two options are right$`),
    );
    expect(again.lines[1]).toBe('Nothing was left to make good');
    expect(await has(hurt)).toEqual(after);
    // It costs no player anything.
    const now = await has(other);
    expect(now?.points).toBeGreaterThanOrEqual(others?.points ?? 0);
    await boardsAgree();
  },
);

test('players who were right keep their result, and those who did not reach it get nothing', async () => {
  const [right, left] = [await server().subscriber(), await server().subscriber()];
  const round = await played(right, 10);
  const id = idAt(round, 3);
  const short = await left.openRound();
  server().clock.at += 60_000;
  await left.deliver(short, answersTo(short, 1).slice(0, 1));
  const unseen = idAt(short, 9);
  const before = [await has(right), await has(left)];
  await uphold(id);
  await uphold(unseen);
  expect(await has(right)).toEqual(before[0]);
  expect(await has(left)).toEqual(before[1]);
});

test('each compensated round is logged with its reason, and listed in the passbook', async () => {
  const player = await server().subscriber();
  const round = await played(player, 2);
  const id = idAt(round, 5);
  await player.post(
    `/questions/${id}/report`,
    { reason: 'old', roundId: round.round.id },
    { key: newKey() },
  );
  expect((await operate(server(), ['questions', 'reports'])).lines.join('\n')).toContain(
    `${id}: 1 reports`,
  );
  await uphold(id, 'the club moved');
  expect((await operate(server(), ['questions', 'reports'])).lines.join('\n')).not.toContain(id);
  // Another test may have upheld the same question.
  expect((await logOf(server(), id)).filter(({ why }) => why === 'the club moved')).toMatchObject([
    { operator: 'ngozi', command: 'questions uphold' },
  ]);
  expect(await logOf(server(), round.round.id)).toMatchObject([
    { operator: 'ngozi', command: `questions uphold ${id}`, why: 'the club moved' },
  ]);
  const { body } = await player.get('/payments/passbook');
  expect(body.data).toMatchObject({
    rows: [{ reason: 'round-repaired', coins: 10, round: { id: round.round.id } }, {}, {}],
  });
});

test('a result that comes after it counts so at once', async () => {
  const player = await server().subscriber();
  const round = await player.openRound();
  const id = idAt(round, 10);
  await uphold(id);
  server().clock.at += 60_000;
  const reply = await player.deliver(round, answersTo(round, 6));
  expect(reply.body.data).toMatchObject({
    awarded: { points: 35, coins: 90 },
    user: { highScore: 35 },
  });
  expect((await uphold(id)).lines[1]).toBe('Nothing was left to make good');
  await boardsAgree();
});

test('a run that it ended gives a ticket for another, once, and keeps its points', async () => {
  const player = await runner(server(), 1);
  const phone = new Phone(player);
  const run = await phone.begin();
  await phone.right(run, 2);
  const { questions } = (
    await server()
      .db.selectFrom('rush_runs')
      .select('run')
      .where('id', '=', run)
      .executeTakeFirstOrThrow()
  ).run;
  const id = questions[2]?.id ?? '';
  await phone.wrong(run);
  expect(await sumsOf(player)).toMatchObject({ tickets: 0, points: 30 });
  // A question that it came through gives nothing back.
  await uphold(questions[0]?.id ?? '');
  expect(await sumsOf(player)).toMatchObject({ tickets: 0 });
  expect((await uphold(id)).lines[1]).toContain('1 tickets');
  expect(await sumsOf(player)).toMatchObject({ tickets: 1, counted: 1, points: 30, board: 30 });
  await uphold(id);
  expect(await sumsOf(player)).toMatchObject({ tickets: 1 });
  const alone = server().db.selectFrom('operator_alone').select(['unit', 'amount']);
  // At its price.
  expect(await alone.where('player_id', '=', player.id).execute()).toEqual([
    { unit: 'kobo', amount: 20_000 },
  ]);
  const second = await phone.begin();
  expect(second).not.toBe(run);
  expect(await sumsOf(player)).toMatchObject({ tickets: 0, open: 1 });
});

test("one operator's many small cases meet the day's limit; two operators continue from there", async () => {
  server().clock.at += DAY_MS;
  const [player, other] = [await server().subscriber(), await server().subscriber()];
  const [round, theirs] = [await played(player, 0), await played(other, 0)];
  const musa = await addOperator(server(), 'musa', key);
  const env = { TWO_PEOPLE_ABOVE_COINS: '20' };
  const give = (by: string, id: string) => uphold(id, 'x', { by, env });
  const coins = async () => [(await has(player))?.coins, (await has(other))?.coins];
  const [mine = 0, others = 0] = await coins();
  // Only these two were dealt these: ten coins each.
  const own = round.questions.filter(({ id }) => theirs.questions.every((one) => one.id !== id));
  const [one = '', two = '', three = '', four = ''] = own.map(({ id }) => id);
  for (const id of [one, two]) expect((await give(key, id)).lines[1]).toContain('10 coins');
  for (const _ of [1, 2]) {
    const told = await give(key, three);
    expect(told.isDone).toBe(false);
    expect(told.lines[2]).toMatch(/^ngozi says yes\. Another operator/);
    expect(told.lines[3]).toContain('20 coins were moved so today');
  }
  expect(await coins()).toEqual([mine + 20, others]);
  // The operator's limit, with another player.
  const theirsAlone = theirs.questions.find(({ id }) => !round.questions.some((q) => q.id === id));
  expect((await give(key, theirsAlone?.id ?? '')).isDone).toBe(false);
  // The player's limit, with another operator.
  expect((await give(musa, four)).lines[2]).toMatch(/^musa says yes/);
  expect(await coins()).toEqual([mine + 20, others]);
  expect((await give(musa, three)).lines[1]).toContain('10 coins');
  expect(await coins()).toEqual([mine + 30, others]);
  server().clock.at += DAY_MS;
  expect((await give(key, four)).lines[1]).toContain('10 coins');
  expect(await coins()).toEqual([mine + 40, others]);
});

test('a question retired meanwhile is shown as upheld before, though no player had it', async () => {
  const at = new Date(server().clock.at);
  await server()
    .db.insertInto('withdrawn_questions')
    .values({ question_id: 'retired-1', operator: 'ngozi', why: 'it is wrong', at })
    .execute();
  expect((await uphold('retired-1')).lines).toEqual([
    `retired-1 was upheld by ngozi, ${at.toISOString()}: it is wrong`,
    'Nothing was left to make good',
  ]);
});

test('a word that is no question’s, no key and no reason change nothing', async () => {
  const before = await server().snapshot();
  expect(await uphold('t1-none')).toMatchObject({
    isDone: false,
    lines: ['No question has the id t1-none'],
  });
  const id = server().bank.questions[0]?.id ?? '';
  expect(await operate(server(), ['questions', 'uphold', id, '--why', 'so'])).toMatchObject({
    isKeyNeeded: true,
  });
  expect((await operate(server(), ['questions', 'uphold', id], key)).isDone).toBe(false);
  expect(await server().snapshot()).toEqual(before);
});

test('questions are listed by how many report them, or by the strength of who does', async () => {
  const [strong, weak, other] = [
    await server().subscriber(),
    await server().subscriber(),
    await server().subscriber(),
  ];
  const [good, bad, bad2] = [
    await played(strong, 10),
    await played(weak, 0),
    await played(other, 0),
  ];
  await reported(weak, 'many', bad);
  await reported(other, 'many', bad2);
  await reported(strong, 'few', good);
  const list = async (...order: string[]) =>
    (await operate(server(), ['questions', 'reports', ...order])).lines.filter((line) =>
      /^(many|few)/.test(line),
    );
  expect(await list()).toEqual([
    'many: 2 reports, strength 0.5: unclear 2',
    'few: 1 reports, strength 0.8: unclear 1',
  ]);
  expect((await list('strength')).map((line) => line.slice(0, 3))).toEqual(['few', 'man']);
});

test('reports of a question that is right are closed, and later ones are heard', async () => {
  const [player, other] = [await server().subscriber(), await server().subscriber()];
  const [mine, theirs] = [await played(player, 10), await played(other, 10)];
  const id = idAt(mine, 3);
  await reported(player, id, mine);
  const dismiss = (given = key) =>
    operate(server(), ['questions', 'dismiss', id, '--why', 'the key is right'], given);
  const listed = async () => (await operate(server(), ['questions', 'reports'])).lines.join('\n');
  expect(await listed()).toContain(`${id}: 1 reports`);
  expect((await dismiss('')).isDone).toBe(false);
  expect((await dismiss()).lines).toEqual([`1 reports of ${id} are closed; it stays in play`]);
  expect(await listed()).not.toContain(id);
  expect((await dismiss()).lines[0]).toContain(`No report of ${id} is open`);
  await reported(other, id, theirs);
  expect(await listed()).toContain(`${id}: 1 reports`);
  const log = await server()
    .db.selectFrom('operator_log')
    .select('why')
    .where('reference', '=', id)
    .where('command', '=', 'questions dismiss')
    .execute();
  expect(log).toEqual([{ why: 'the key is right' }]);
});

test('players see once everything that they got', async () => {
  const [player, other] = [await server().subscriber(), await server().subscriber()];
  const round = await played(player, 0);
  const told = async (who: TestPlayer) => (await who.get('/payouts')).body.meta?.madeGood;
  expect(await told(player)).toBeNull();
  await uphold(idAt(round, 1));
  server().clock.at += 1000;
  await uphold(idAt(round, 2));
  const until = new Date(server().clock.at).toISOString();
  expect(await told(player)).toEqual({ questions: 2, coins: 20, points: 10, tickets: 0, until });
  const seen = (who: TestPlayer) =>
    server().call('PUT', '/payouts/seen', {
      body: { references: [], madeGoodUntil: until },
      headers: { authorization: `Bearer ${who.token}` },
    });
  await seen(other);
  expect(await told(player)).toMatchObject({ questions: 2 });
  expect((await seen(player)).status).toBe(200);
  expect(await told(player)).toBeNull();
});
