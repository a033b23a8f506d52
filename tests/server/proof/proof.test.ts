import { beforeAll, describe, expect, test } from 'vitest';
import { openReserve } from '../../../server/rush/reserve.ts';
import type { SealedQuestion } from '../../../src/contract/rush.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { buildBank, buildBankQuestion } from '../../support/bank.ts';
import { cheatsFared } from '../../support/honesty/cheats.ts';
import { honestProofs } from '../../support/honesty/proofs.ts';
import { asked, ProofPhone, played } from '../../support/proof.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
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

describe('a run played', () => {
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
    expect(questionsSeen).toEqual([
      expect.objectContaining({ questionId: round?.questions[0]?.id }),
    ]);
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
});

describe('a prize held for a proof round', () => {
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
});

// More by its own command: npm run honesty.

test('at most one proof round in twenty of honest winners of each kind goes to a person', () => {
  for (const { name, asked, toPerson } of honestProofs(300, 11)) {
    expect(toPerson / asked, name).toBeLessThanOrEqual(0.05);
  }
});

test('a winner by a profitable script is caught, and gets less than by hand', () => {
  const fared = new Map(cheatsFared(60, 11).map((one) => [one.name, one]));
  const byHand = fared.get('no script: hard, by hand')?.paidPerNaira ?? 0;
  expect(byHand).toBeGreaterThan(1);
  for (const name of [
    'hard, 90 % right',
    'hard, 86 % right, beside more easy rounds by hand',
    'easy by hand for the first prize, then hard, 90 % right',
    'three weeks at hard by hand, then 86 % right',
    'Rush, five perfect runs a day, no ranked play',
  ]) {
    expect(fared.get(name)?.caught, name).toBeGreaterThan(0.75);
    expect(fared.get(name)?.paidPerNaira, name).toBeLessThan(0.7 * byHand);
  }
});
