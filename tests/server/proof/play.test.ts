import { beforeAll, expect, test } from 'vitest';
import { openReserve } from '../../../server/rush/reserve.ts';
import type { SealedQuestion } from '../../../src/contract/rush.ts';
import { buildBank } from '../../support/bank.ts';
import { asked, ProofPhone, played } from '../../support/proof.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

const bank = buildBank(600);
const server = testServer({ bank });

beforeAll(async () => {
  await server().db.deleteFrom('outages').execute();
});

test('a requested proof round begins at the winning level: one question, without its answer, no coins', async () => {
  const player = await server().subscriber();
  const before = await player.wallet();
  const phone = await asked(player);
  const reply = await phone.start();
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    status: true,
    data: {
      id: '1',
      question: expect.any(String),
      options: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
      level: 'medium',
    },
    meta: { round: { number: 1, of: 20, timerMs: 12_000, leftMs: 12_000, startsInMs: 750 } },
  });
  expect(await player.wallet()).toEqual(before);
});

test('nobody plays one who is not asked', async () => {
  const phone = new ProofPhone(await server().subscriber());
  await expectRefused(server(), () => phone.start(), 409, 'proof/not-asked');
  expect((await phone.current()).body).toMatchObject({ data: null, meta: { round: null } });
  await expectRefused(server(), () => phone.answer(1, null), 409, 'proof/not-open');
});

test('twenty questions of the reserve at one level, of the categories that were played, none twice', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  await phone.play(16);
  const { round } = await phone.row();
  const ids = round?.questions.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(20);
  expect(ids.every((id) => id.startsWith('la-liga-medium-'))).toBe(true);
  const dealt = await server()
    .db.selectFrom('rush_reserve')
    .select('deals')
    .where('question_id', 'in', ids)
    .execute();
  expect(dealt).toHaveLength(20);
});

test('a verdict brings the right answer and the next question; behind the last there is none', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  const { answer, wrong } = await phone.onTable();
  server().clock.at += 3000;
  const reply = await phone.answer(1, wrong);
  expect(reply.body).toMatchObject({
    data: { verdict: 'wrong', answer, next: { id: '2', level: 'medium' } },
    meta: { round: { number: 2, of: 20, leftMs: 12_000, startsInMs: 750 } },
  });
  const last = await phone.play(18);
  expect(last.body).toMatchObject({ data: { next: null }, meta: { round: null } });
  await expectRefused(server(), () => phone.answer(20, wrong), 409, 'proof/not-open');
});

test('a lost reply is repeated, with the present clock', async () => {
  const phone = await asked(await server().subscriber());
  const begin = newKey();
  const first = await phone.start(begin);
  server().clock.at += 5750;
  const again = await phone.start(begin);
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta).toMatchObject({ round: { leftMs: 7000, startsInMs: 0 } });
  const { answer } = await phone.onTable();
  const key = newKey();
  const judged = await phone.answer(1, answer, { key });
  server().clock.at += 2750;
  const repeated = await phone.answer(1, answer, { key });
  expect(repeated.body.data).toEqual(judged.body.data);
  expect(repeated.body.meta).toMatchObject({ round: { number: 2, leftMs: 10_000 } });
  expect((await phone.row()).round?.rows).toHaveLength(1);
});

test('another phone continues the round', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  server().clock.at += 3750;
  const reply = await phone.start();
  expect(reply.body.meta).toMatchObject({ round: { number: 1, leftMs: 9000 } });
  const { data, meta } = (await phone.current()).body;
  expect(data).toEqual(reply.body.data);
  expect(meta).toEqual(reply.body.meta);
});

test('a question that ran out while the player was away costs itself alone', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  server().clock.at += 3_600_000;
  expect((await phone.current()).body.meta).toMatchObject({ round: { number: 1, leftMs: 0 } });
  const reply = await phone.answer(1, null);
  expect(reply.body.data).toMatchObject({ verdict: 'timeout', next: { id: '2' } });
  expect(reply.body.meta).toMatchObject({ round: { number: 2, leftMs: 12_000 } });
});

test('an answer behind clock and allowance is a timeout', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  for (const [lateMs, verdict] of [
    [2000, 'right'],
    [2001, 'timeout'],
  ] as const) {
    const { number, answer } = await phone.onTable();
    server().clock.at += 750 + 12_000 + lateMs;
    expect((await phone.answer(number, answer)).body.data).toMatchObject({ verdict });
  }
});

test('a second answer, one ahead and one that is no option change nothing', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  const { answer } = await phone.onTable();
  await expectRefused(server(), () => phone.answer(2, answer), 409, 'proof/question-over');
  await expectRefused(server(), () => phone.answer(1, 'none'), 422, 'proof/bad-choice');
  await phone.answer(1, answer);
  await expectRefused(server(), () => phone.answer(1, answer), 409, 'proof/question-over');
});

test('a question that ran out while the game was out of reach does not count against the player', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  const from = server().clock.at + 5000;
  server().clock.at += 20_000;
  await server()
    .db.insertInto('outages')
    .values({ starts_at: new Date(from), ends_at: new Date(from + 9000) })
    .execute();
  await phone.answer(1, null);
  await phone.play(20);
  const { round, result } = await phone.row();
  expect(round?.rows[0]?.end).toBe('void');
  expect(result).toMatchObject({ right: 19, asked: 19 });
});

test('a question given up before its time counts as played, outage or not', async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  const from = server().clock.at;
  server().clock.at += 8000;
  await server()
    .db.insertInto('outages')
    .values({ starts_at: new Date(from), ends_at: new Date(server().clock.at) })
    .execute();
  await phone.answer(1, null);
  expect((await phone.row()).round?.rows[0]?.end).toBe('timeout');
});

test('a player who has used up the hard questions gets the next easier ones, and a person decides', async () => {
  const player = await server().subscriber();
  const phone = await asked(player, 10, 'hard');
  const at = new Date(server().clock.at);
  const { questions } = await openReserve(server().db, bank);
  const used = questions.filter(({ level }) => level === 'hard').slice(10);
  await server()
    .db.insertInto('dealt_questions')
    .values(used.map(({ id }) => ({ player_id: player.id, question_id: id, dealt_at: at })))
    .execute();
  await phone.start();
  await phone.play(20);
  const { round, state, flags } = await phone.row();
  expect(round?.questions.filter(({ level }) => level === 'easy')).toEqual([]);
  expect(state).toBe('under-review');
  expect(flags[0]).toMatch(/^easier-questions: /);
});

test('no reply reveals an answer early', async () => {
  const phone = await asked(await server().subscriber());
  const heard = [await phone.start(), await phone.current()];
  const { round } = await phone.row();
  const { data } = heard[0]?.body ?? {};
  expect(Object.keys(data as SealedQuestion).toSorted()).toEqual([
    'id',
    'level',
    'options',
    'question',
  ]);
  for (const { question } of round?.questions.slice(1) ?? []) {
    expect(JSON.stringify(heard.map(({ body }) => body))).not.toContain(question);
  }
});

test("the player's file reveals no future question", async () => {
  const phone = await asked(await server().subscriber());
  await phone.start();
  const { answer } = await phone.onTable();
  await phone.answer(1, answer);
  const { round } = await phone.row();
  const { data } = (await phone.player.get('/user/data')).body;
  const { questionsSeen, proofRounds } = data as Record<string, unknown[]>;
  expect(questionsSeen).toEqual([expect.objectContaining({ questionId: round?.questions[0]?.id })]);
  expect(proofRounds).toEqual([
    expect.objectContaining({
      state: 'open',
      choices: [expect.objectContaining({ end: 'right' })],
    }),
  ]);
  expect(JSON.stringify(proofRounds)).not.toContain(round?.questions[1]?.question);
});

test('without a round of their own a player is asked easy questions of every category', async () => {
  const phone = await asked(await server().subscriber(), 0);
  expect((await phone.start()).body).toMatchObject({
    data: { level: 'easy' },
    meta: { round: { timerMs: 10_000 } },
  });
});

test('the clock is that of the level that is picked, the questions those that are asked', async () => {
  const player = await server().subscriber();
  const ids = await played(player, 5, { level: 'easy' });
  await server()
    .db.updateTable('rounds')
    .set({ timer_ms: 15_000 })
    .where('id', 'in', ids)
    .execute();
  const phone = await asked(player, 0);
  expect((await phone.start()).body).toMatchObject({
    data: { level: 'easy' },
    meta: { round: { timerMs: 15_000 } },
  });
});
