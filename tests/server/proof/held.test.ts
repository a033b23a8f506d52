import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { buildBank, buildBankQuestion } from '../../support/bank.ts';
import { ProofPhone, played } from '../../support/proof.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import {
  close,
  goOn,
  hasProved,
  killedAfter,
  payDue,
  payLater,
  prize,
  score,
  thisDay,
  thisWeek,
  winnings,
} from '../prizes/prize-calls.ts';

const server = testServer({ bank: buildBank(600) });

/** The week's first, with nothing else to fix; this many of each ten answers right. */
async function first({ right = 8, proved = false } = {}): Promise<TestPlayer> {
  server().toNextWeek();
  const player = await newWinner();
  if (proved) await hasProved(player, { level: 'medium' });
  server().clock.at += 60_000;
  await played(player, 12, { right, level: 'medium' });
  await score(player, 500);
  return player;
}

/** A player with nothing to fix except their first proof round. */
async function newWinner(): Promise<TestPlayer> {
  const player = await server().signUp();
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount());
  return player;
}

/** A run of fifteen right answers, at human times. */
async function perfectRun({ id: player_id }: TestPlayer): Promise<void> {
  const { db, clock } = server();
  const [at, reference, id] = [new Date(clock.at), newKey(), newKey()];
  await db.insertInto('rush_tickets').values({ reference, player_id, bought_at: at }).execute();
  const questions = LEVELS.flatMap((level) =>
    Array.from({ length: 5 }, () => buildBankQuestion(newKey(), { level })),
  );
  const rows = questions.map(({ answer }, index) => {
    return { choice: answer, ms: 3000 + 370 * ((index * 7) % 11), end: 'right', isDouble: false };
  });
  const run = JSON.stringify({ questions, rows, used: {} });
  await db
    .insertInto('rush_runs')
    .values({ id, player_id, pool: 'all', ticket: reference, run, opened_at: at })
    .execute();
  await db
    .updateTable('rush_runs')
    .set({ state: 'counted', closed_at: at, ended: 'jackpot', points: 225, score: 15 })
    .where('id', '=', id)
    .execute();
}

/** The week closes and its places become payouts. */
async function weekCloses(): Promise<void> {
  close(server(), thisWeek(server()));
  await payDue(server());
}

test('before the first prize is paid a proof round is asked for, within seven days', async () => {
  const player = await first();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const { meta } = (await player.get('/payouts')).body;
  expect(meta).toEqual({
    madeGood: null,
    proof: {
      level: 'medium',
      timerMs: 12_000,
      parts: [{ level: 'medium', timerMs: 12_000, questions: 20 }],
      questions: 20,
      by: new Date(server().clock.at + 7 * DAY_MS).toISOString(),
      isOpen: false,
    },
  });
});

test('processes at once, killed at any step, ask once for the prize that waits', async () => {
  const player = await first();
  close(server(), thisWeek(server()));
  for (let queries = 5; queries < 60; queries += 5) {
    const db = server().db.withPlugin(killedAfter(queries));
    await Promise.allSettled([payDue(server(), { db }), payDue(server())]);
  }
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const asked = await server()
    .db.selectFrom('proof_rounds')
    .innerJoin('payouts', 'payouts.id', 'payout_id')
    .select(['proof_rounds.state', 'reference'])
    .where('proof_rounds.player_id', '=', player.id)
    .execute();
  expect(asked).toEqual([{ state: 'asked', reference: (await prize(player)).reference }]);
});

test('a result that what won makes likely lets the prize go on at once', async () => {
  const player = await first();
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  expect((await player.get('/payouts')).body.meta).toMatchObject({ proof: { isOpen: true } });
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved', reason: null });
  expect((await player.get('/payouts')).body.meta).toEqual({ proof: null, madeGood: null });
});

test('any other result waits for a person, and goes on when they let it pass', async () => {
  const player = await first({ right: 10 });
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(6);
  expect(await phone.row()).toMatchObject({
    state: 'under-review',
    result: { right: 6, asked: 20 },
    claim: [{ level: 'medium', questions: 20, past: { right: 108, asked: 108 } }],
  });
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
});

test('later than seven days is possible too', async () => {
  const player = await first();
  await weekCloses();
  await payLater(server(), 20 * DAY_MS);
  const phone = new ProofPhone(player);
  expect((await phone.start()).status).toBe(200);
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a player who has passed one is not asked again', async () => {
  const player = await first({ proved: true });
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a flagged round of the period asks again, and the result releases it', async () => {
  const player = await first({ proved: true });
  const [flagged = ''] = await played(player, 1, { level: 'medium' });
  const flags = ['answers-too-fast: 10 of 10 answers within 450 ms are right'];
  await server().db.updateTable('rounds').set({ flags }).where('id', '=', flagged).execute();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const phone = new ProofPhone(player);
  expect(await phone.row()).toMatchObject({ why: flags[0] });
  await phone.start();
  await phone.play(15);
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a flag of an earlier period does not hold this prize', async () => {
  const player = await first({ proved: true });
  const [flagged = ''] = await played(player, 1);
  const flags = ['answers-too-fast: 10 of 10 answers within 450 ms are right'];
  const before = new Date(server().clock.at - 14 * DAY_MS);
  await server()
    .db.updateTable('rounds')
    .set({ flags, issued_at: before, closed_at: before })
    .where('id', '=', flagged)
    .execute();
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a script at hard beside more easy rounds played by hand is asked at hard, and not paid', async () => {
  server().toNextWeek();
  const player = await newWinner();
  await played(player, 16, { right: 5, level: 'easy' });
  // 86 % right: of each seven rounds four have nine.
  await played(player, 8, { right: 9, level: 'hard' });
  await played(player, 6, { right: 8, level: 'hard' });
  await score(player, 16 * 25 + 120 * 15);
  await weekCloses();
  const { meta } = (await player.get('/payouts')).body;
  expect(meta).toMatchObject({
    proof: {
      level: 'hard',
      parts: [
        { level: 'easy', timerMs: 10_000, questions: 4 },
        { level: 'hard', timerMs: 15_000, questions: 16 },
      ],
    },
  });
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(7);
  expect(await phone.row()).toMatchObject({ state: 'under-review', result: { right: 7 } });
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
});

test('ten accounts with perfect runs and no ranked play are asked what the runs claim, and not paid', async () => {
  server().toNextWeek();
  const accounts = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const player = await newWinner();
    for (let run = 0; run < 5; run += 1) await perfectRun(player);
    await score(player, 1125, { played: 'rush' });
    accounts.push(player);
  }
  close(server(), thisDay(server()));
  await payDue(server());
  for (const [nth, player] of accounts.slice(0, 5).entries()) {
    expect((await player.get('/payouts')).body.meta).toMatchObject({
      proof: {
        parts: [
          { level: 'easy', timerMs: 15_000, questions: 7 },
          { level: 'medium', timerMs: 15_000, questions: 7 },
          { level: 'hard', timerMs: 12_000, questions: 6 },
        ],
      },
    });
    const phone = new ProofPhone(player);
    await phone.start();
    await phone.play(4 + (nth % 4));
    expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  }
});

test('a proof at easy does not cover a prize won at hard', async () => {
  server().toNextWeek();
  const player = await newWinner();
  await hasProved(player, { level: 'easy', right: 10 });
  server().clock.at += 60_000;
  await played(player, 12, { right: 9, level: 'hard' });
  await score(player, 500);
  await weekCloses();
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  expect(await new ProofPhone(player).row()).toMatchObject({
    why: 'harder or better than was proved',
  });
});

test('a passed one holds for five prizes and 90 days', async () => {
  const player = await first({ proved: true });
  const stateNow = async () => {
    const [newest] = await winnings(player);
    return [newest?.board, newest?.state, newest?.reason];
  };
  for (let week = 1; week <= 5; week += 1) {
    await weekCloses();
    expect(await stateNow()).toEqual(
      week < 5 ? ['weekly', 'approved', null] : ['weekly', 'held', 'proof-round'],
    );
    if (week < 5) await played(player, 12, { level: 'medium' });
    await score(player, 500);
  }
  const phone = new ProofPhone(player);
  expect(await phone.row()).toMatchObject({ why: '5 prizes on' });
  await phone.start();
  await phone.play(15);
  expect(await stateNow()).toEqual(['weekly', 'approved', null]);
  server().clock.at += 91 * DAY_MS;
  await played(player, 12, { level: 'medium' });
  await score(player, 500);
  await weekCloses();
  expect(await stateNow()).toEqual(['weekly', 'held', 'proof-round']);
  expect(await phone.row()).toMatchObject({ why: '90 days since the last' });
});

test("a person's release counts for later prizes", async () => {
  const player = await first({ right: 10 });
  await weekCloses();
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(6);
  await goOn(player, { event: 'released', by: 'operator' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('a release before a doubtful proof round must be repeated after it', async () => {
  const player = await first({ right: 10 });
  close(server(), thisWeek(server()));
  await payDue(server());
  await goOn(player, { event: 'held', by: 'operator', reasons: ['under-review'] });
  await goOn(player, { event: 'released', by: 'operator' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'proof-round' });
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(6);
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'held', reason: 'under-review' });
  await goOn(player, { event: 'released', by: 'operator' });
  await payLater(server());
  expect(await prize(player)).toMatchObject({ state: 'approved' });
});

test('prizes that wait for one proof round together are not all let go by it', async () => {
  const player = await first();
  for (let week = 0; week < 7; week += 1) {
    close(server(), thisWeek(server()));
    await payDue(server());
    await played(player, 12, { level: 'medium' });
    await score(player, 500);
  }
  const phone = new ProofPhone(player);
  await phone.start();
  await phone.play(15);
  await payLater(server());
  expect((await phone.row()).why).toBe('5 prizes on');
  const [newest, ...others] = await winnings(player);
  expect(newest).toMatchObject({ state: 'held', reason: 'proof-round' });
  expect(others.filter(({ state }) => state === 'approved')).toHaveLength(4);
});
