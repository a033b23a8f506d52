import { expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import type { SealedRun } from '../../../src/contract/rush.ts';
import { POWER_UPS } from '../../../src/rules/tournament.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

const server = testServer({ bank: buildBank(200) });

const runOf = ({ body }: Reply) => body.meta?.run as SealedRun;

test('Skip brings the next question, for nothing', async () => {
  const { phone, run } = await openedRun(server());
  const reply = await phone.use(run, 1, 'skip');
  expect(reply.body.data).toEqual({
    next: expect.objectContaining({ id: '2' }),
    ended: null,
    answer: null,
    ticketBack: false,
  });
  expect(runOf(reply)).toMatchObject({ level: 2, score: 0, used: { skip: 1 }, startsInMs: 750 });
  expect((await phone.right(run, 14)).body.data).toMatchObject({ ended: 'jackpot', score: 210 });
});

test('Skip is refused at the last level', async () => {
  const { phone, run } = await openedRun(server());
  await phone.right(run, 14);
  await expectRefused(server(), () => phone.use(run, 15, 'skip'), 409, 'rush/power-up-refused');
});

test('Double Points doubles its own question alone', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 2);
  const reply = await phone.use(run, 3, 'double-points');
  expect(reply.body.data).toMatchObject({ next: null, ended: null });
  expect(runOf(reply).powerUps).not.toContain('double-points');
  expect((await phone.right(run)).body.data).toMatchObject({ score: 60 });
  await phone.right(run, 12);
  expect(await sumsOf(player)).toMatchObject({ points: 240, board: 240 });
});

test('50/50 leaves two options, the same after a reload, and refuses the others', async () => {
  const { phone, run } = await openedRun(server());
  const { question } = await phone.current();
  const reply = await phone.use(run, 1, 'fifty-fifty');
  const left = runOf(reply).optionsLeft ?? [];
  const { answer } = await phone.cheat(run);
  expect(left).toHaveLength(2);
  expect(left).toContain(answer);
  expect((await phone.current()).run?.optionsLeft).toEqual(left);
  const gone = question?.options.find((option) => !left.includes(option)) ?? null;
  const choose = () => phone.answer(run, { level: 1, choice: gone });
  await expectRefused(server(), choose, 422, 'rush/bad-choice');
  expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
  expect((await phone.current()).run?.optionsLeft).toBeNull();
});

test('Time Freeze stops the clock for 30 s of the server', async () => {
  const { phone, run } = await openedRun(server());
  server().clock.at += 5750;
  expect(runOf(await phone.use(run, 1, 'time-freeze'))).toMatchObject({
    leftMs: 10_000,
    frozenMs: 30_000,
  });
  server().clock.at += 29_000;
  expect((await phone.current()).run).toMatchObject({ leftMs: 10_000, frozenMs: 1000 });
  server().clock.at += 5000;
  expect((await phone.current()).run).toMatchObject({ leftMs: 6000, frozenMs: 0 });
  expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
});

test('each power-up is refused the second time, at its own level and at the next', async () => {
  const { phone, run } = await openedRun(server());
  for (const powerUp of POWER_UPS.filter((one) => one !== 'skip')) await phone.use(run, 1, powerUp);
  for (const powerUp of POWER_UPS.filter((one) => one !== 'skip')) {
    const again = () => phone.use(run, 1, powerUp);
    await expectRefused(server(), again, 409, 'rush/power-up-refused');
  }
  await phone.use(run, 1, 'skip');
  for (const powerUp of POWER_UPS) {
    const again = () => phone.use(run, 2, powerUp);
    await expectRefused(server(), again, 409, 'rush/power-up-refused');
  }
});

test('a power-up with a lost reply is used once, and its repeat has the present clock', async () => {
  const { phone, run } = await openedRun(server());
  const key = newKey();
  await phone.use(run, 1, 'time-freeze', key);
  server().clock.at += 20_750;
  const again = await phone.use(run, 1, 'time-freeze', key);
  expect(runOf(again)).toMatchObject({ leftMs: 15_000, frozenMs: 10_000 });
});

test('a power-up that comes behind clock and allowance ends the run', async () => {
  const { player, phone, run } = await openedRun(server());
  await phone.right(run, 3);
  const { answer } = await phone.cheat(run);
  server().clock.at += 17_751;
  const reply = await phone.use(run, 4, 'time-freeze');
  expect(reply.body.data).toEqual({ next: null, ended: 'timeout', answer, ticketBack: false });
  expect(runOf(reply)).toBeNull();
  expect(await sumsOf(player)).toMatchObject({ counted: 1, points: 45 });
});
