import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { openedRun } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer({ bank: buildBank(200) });

/** Answers right, this many milliseconds after the clock started. */
async function answerAfter(
  { phone, run }: Awaited<ReturnType<typeof openedRun>>,
  ms: number,
  said = ms,
) {
  const { level, answer } = await phone.cheat(run);
  server().clock.at += 750 + ms;
  const reply = await phone.answer(run, { level, choice: answer, ms: said });
  return reply.body.data as Record<string, unknown>;
}

test('an answer in time is judged, whatever the phone says of its time', async () => {
  const opened = await openedRun(server());
  expect(await answerAfter(opened, 15_000, 86_000_000)).toMatchObject({ verdict: 'right' });
});

test('an answer too late is a timeout, whatever the phone says of its time', async () => {
  const opened = await openedRun(server());
  const { answer } = await opened.phone.cheat(opened.run);
  expect(await answerAfter(opened, 17_001, 1000)).toMatchObject({
    verdict: 'timeout',
    answer,
    ended: 'timeout',
    next: null,
    ticketBack: false,
  });
});

test('answers may be late by 2 s each and 8 s a run', async () => {
  const opened = await openedRun(server());
  for (let level = 1; level <= 4; level += 1) {
    expect(await answerAfter(opened, 17_000)).toMatchObject({ verdict: 'right' });
  }
  expect(await answerAfter(opened, 15_000)).toMatchObject({ verdict: 'right' });
  expect(await answerAfter(opened, 15_001)).toMatchObject({ verdict: 'timeout', score: 75 });
});

test('after question 10 there are 12 s', async () => {
  const opened = await openedRun(server());
  expect((await opened.phone.right(opened.run, 10)).body.data).toMatchObject({ timerMs: 12_000 });
  expect(await answerAfter(opened, 14_001)).toMatchObject({ verdict: 'timeout', score: 150 });
});

test('a timeout from the phone ends the run; the points earned count', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  server().clock.at += 15_750;
  const reply = await phone.timeOut(run, 3);
  expect(reply.body.data).toMatchObject({ verdict: 'timeout', ended: 'timeout', score: 30 });
  expect(await sumsOf(player)).toMatchObject({ counted: 1, points: 30, board: 30 });
});

test('a reloaded run goes on with the present clock', async () => {
  const { phone, run } = await openedRun(server());
  await phone.right(run, 2);
  server().clock.at += 4750;
  const { question, run: standing } = await phone.current();
  expect(question?.id).toBe('3');
  expect(standing).toMatchObject({ id: run, level: 3, score: 30, leftMs: 11_000, startsInMs: 0 });
  server().clock.at += 60_000;
  expect((await phone.current()).run).toMatchObject({ leftMs: 0 });
});

test('an answer with a lost reply is judged once, and its repeat has the present clock', async () => {
  const { phone, run } = await openedRun(server());
  const { answer } = await phone.cheat(run);
  const key = newKey();
  const first = await phone.answer(run, { level: 1, choice: answer }, key);
  server().clock.at += 6750;
  const again = await phone.answer(run, { level: 1, choice: answer }, key);
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta).toEqual({
    run: expect.objectContaining({ level: 2, score: 15, leftMs: 9000, startsInMs: 0 }),
  });
});

test('both times of each level are kept', async () => {
  const opened = await openedRun(server());
  await answerAfter(opened, 4000, 3900);
  await opened.phone.use(opened.run, 2, 'skip');
  await answerAfter(opened, 1000, 900);
  const { levels } = await server()
    .db.selectFrom('rush_runs')
    .select('levels')
    .where('id', '=', opened.run)
    .executeTakeFirstOrThrow();
  expect(levels).toEqual([
    { phoneMs: 3900, serverMs: 4000 },
    { phoneMs: null, serverMs: 0 },
    { phoneMs: 900, serverMs: 1000 },
  ]);
});
