import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer({ bank: buildBank(200) });

/** A player's refused attempts, as they are stored. */
async function attemptsOf(player: TestPlayer) {
  const rows = await server()
    .db.selectFrom('rush_attempts')
    .select(['what', 'run_id', 'at'])
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute();
  return rows.map(({ what, run_id, at }) => [what, run_id, at.getTime()]);
}

test('a level is answered once: a second answer to it changes nothing, and is noted', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run);
  const again = () => phone.answer(run, { level: 1, choice: 'another' });
  await expectRefused(server(), again, 409, 'rush/level-over');
  expect(await attemptsOf(player)).toEqual([['rush/level-over', run, server().clock.at]]);
});

test('a level is not answered ahead of its turn', async () => {
  const { player, phone, run } = await openedRun(server());
  const { answer } = await phone.cheat(run);
  const ahead = () => phone.answer(run, { level: 2, choice: answer });
  await expectRefused(server(), ahead, 409, 'rush/level-over');
  const early = () => phone.use(run, 2, 'fifty-fifty');
  await expectRefused(server(), early, 409, 'rush/level-over');
  expect(await attemptsOf(player)).toHaveLength(2);
});

test('a key says one thing: another choice with it is refused, and noted', async () => {
  const { player, phone, run } = await openedRun(server());
  const { answer, wrong } = await phone.cheat(run);
  const key = newKey();
  await phone.answer(run, { level: 1, choice: answer }, key);
  const other = () => phone.answer(run, { level: 1, choice: wrong }, key);
  await expectRefused(server(), other, 422, 'idempotency/mismatch');
  expect(await attemptsOf(player)).toHaveLength(1);
});

test('an answer of nothing, or of what was not dealt, is refused, and noted', async () => {
  const { player, phone, run } = await openedRun(server());
  for (const choice of [null, 'Santos', ' ']) {
    const { body, status } = await phone.answer(run, { level: 1, choice });
    expect([status, body.code]).toEqual([
      422,
      choice === ' ' ? 'request/invalid' : 'rush/bad-choice',
    ]);
  }
  expect(await attemptsOf(player)).toHaveLength(2);
});

test("another player's run is one that there is not, and the try is noted", async () => {
  const { run } = await openedRun(server());
  const thief = new Phone(await runner(server()));
  const tries = [
    () => thief.answer(run, { level: 1, choice: 'a' }),
    () => thief.timeOut(run, 1),
    () => thief.use(run, 1, 'skip'),
    () => thief.leave(run),
  ];
  for (const attempt of tries) await expectRefused(server(), attempt, 404, 'rush/unknown');
  expect(await thief.current()).toEqual({ question: null, run: null });
  expect(await attemptsOf(thief.player)).toEqual(
    tries.map(() => ['rush/unknown', run, server().clock.at]),
  );
});

test('an id that is none is refused, and the try is noted', async () => {
  const player = await runner(server());
  const phone = new Phone(player);
  const answer = () => phone.answer('no-run', { level: 1, choice: 'a' });
  await expectRefused(server(), answer, 404, 'rush/unknown');
  await expectRefused(server(), () => phone.leave(newKey()), 404, 'rush/unknown');
  expect(await attemptsOf(player)).toHaveLength(2);
});

test('a run that has ended stays as it is', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 3);
  await phone.wrong(run);
  const { answer } = await phone.cheat(run).catch(() => ({ answer: 'a' }));
  const tries = [
    () => phone.answer(run, { level: 4, choice: answer }),
    () => phone.answer(run, { level: 5, choice: answer }),
    () => phone.use(run, 4, 'double-points'),
  ];
  for (const attempt of tries) await expectRefused(server(), attempt, 409, 'rush/ended');
  const told = await Promise.all([phone.leave(run, newKey(), 225), phone.leave(run)]);
  for (const { body } of told) expect(body.data).toMatchObject({ awarded: { points: 45 } });
  expect(await sumsOf(player)).toMatchObject({ counted: 1, points: 45, board: 45 });
  expect(await attemptsOf(player)).toHaveLength(3);
});

test('a start that comes again when its run has ended opens no other', async () => {
  const player = await runner(server(), 2);
  const phone = new Phone(player);
  const key = newKey();
  await phone.leave(await phone.begin(key));
  await expectRefused(server(), () => phone.start({ key }), 409, 'rush/ended');
  expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 0 });
});

test('two phones on one run: the first answer to a level counts', async () => {
  const { player, phone, run } = await openedRun(server());
  const friend = new Phone(player);
  const { answer, wrong } = await phone.cheat(run);
  const replies = await Promise.all([
    phone.answer(run, { level: 1, choice: answer }),
    friend.answer(run, { level: 1, choice: wrong }),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await attemptsOf(player)).toHaveLength(1);
});

test('two starts at the same time open one run', async () => {
  const player = await runner(server(), 2);
  const replies = await Promise.all([new Phone(player).start(), new Phone(player).start()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 1 });
});

test('all but a few of hundreds of calls at once are refused, and the run goes on', async () => {
  const { phone, run } = await openedRun(server());
  const flood = Array.from({ length: 200 }, () => phone.answer(run, { level: 9, choice: 'a' }));
  const [other, ...replies] = await Promise.all([openedRun(server()), ...flood]);
  const refused = replies.filter(({ body }) => body.code === 'rate/limited');
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
  expect((await other.phone.right(other.run)).body.data).toMatchObject({ verdict: 'right' });
});

test('nobody freezes for ever', async () => {
  const { phone, run } = await openedRun(server());
  await phone.use(run, 1, 'time-freeze');
  server().clock.at += 47_751;
  const { answer } = await phone.cheat(run);
  const late = await phone.answer(run, { level: 1, choice: answer });
  expect(late.body.data).toMatchObject({ verdict: 'timeout', ended: 'timeout' });
});

test('device and address are kept as keyed hashes', async () => {
  const player = await runner(server());
  const device = newKey();
  await new Phone(player).start({ device });
  const row = await server()
    .db.selectFrom('rush_runs')
    .selectAll()
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  expect([row.device_hash, row.address_hash]).toEqual(
    Array(2).fill(expect.stringMatching(/^[\w-]{43}$/)),
  );
  expect(JSON.stringify(row)).not.toContain(device);
  expect(JSON.stringify(row)).not.toContain('127.0.0.1');
});
