import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answersTo, type OpenRound, submissionOf } from '../../../scripts/lib/player/player.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { up } from '../../../server/database/migrations/0026-round-bests.ts';
import { holdForRound, releaseHold } from '../../../server/ledger/entries.ts';
import { countResult } from '../../../server/rounds/count.ts';
import { termsOf } from '../../../server/rounds/terms.ts';
import {
  type PointsSubmission,
  pointsSubmissionSchema,
  questionSchema,
} from '../../../src/contract/points.ts';
import { resultEntry } from '../../../src/round/result-entry.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import {
  type RoundState,
  scoreTranscript,
  type TranscriptRow,
  transcriptFault,
} from '../../../src/rules/round.ts';
import { anyActions, anyPlay, playToTheEnd } from '../../src/rules/played-round.ts';
import { aRound } from '../../support/builders.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

describe('counting a round', { tags: ['once'] }, () => {
  const storedRound = ({ round }: OpenRound) =>
    server()
      .db.selectFrom('rounds')
      .selectAll()
      .where('id', '=', round.id)
      .executeTakeFirstOrThrow();

  const deliverBySecret = ({ round }: OpenRound, body: object, key = newKey()) =>
    server().call('POST', '/points', {
      body,
      headers: { authorization: `Round ${round.secret}`, 'idempotency-key': key },
    });

  /** Two seconds an answer, half a second more or less. */
  const humanAnswersTo = (round: OpenRound, right = 10) =>
    answersTo(round, right).map((row, index) => ({ ...row, ms: index % 2 === 0 ? 1_500 : 2_500 }));

  test('a round that the ledger has closed pays nothing on the boards', async () => {
    const player = await server().veteran();
    const round = await player.openRound('hard');
    const { db, clock } = server();
    const money = { roundId: round.round.id, playerId: player.id, cost: 200 };
    await db.transaction().execute((trx) => releaseHold(trx, money, clock.at));
    const before = await server().snapshot();
    const transcript = answersTo(round);
    const { points, coins, score } = submissionOf(round, transcript);
    const submission = { points, coins, score, round: { id: money.roundId, transcript } };
    const services = { ranking: databaseRanking(db), config: readConfig({}) };
    const count = db
      .transaction()
      .execute((trx) => countResult(trx, services, { playerId: player.id, submission }, clock.at));
    await expect(count).rejects.toThrow('closed in the ledger');
    expect(await server().snapshot()).toEqual(before);
  });

  test('a round pays its points, spends its coins and lands on the board', async () => {
    const player = await server().veteran();
    const round = await player.openRound('hard');
    server().clock.at += 60_000;
    const reply = await player.deliver(round, answersTo(round, 7));
    expect(reply.body).toMatchObject({
      status: true,
      data: {
        user: { id: String(player.id), pointBalance: 800, highScore: 105 },
        awarded: { points: 105, coins: 200 },
      },
      meta: { token: player.token },
    });
    expect((await player.get('/points/user-points')).body.data).toMatchObject({
      user: { highScore: 105 },
    });
    expect((await player.get('/points')).body.data).toMatchObject({ user: { highScore: 105 } });
    expect(await player.wallet()).toEqual({ coins: 800, held: 0 });
  });

  test('a round left early spends only the questions that were shown', async () => {
    const player = await server().veteran();
    const round = await player.openRound('hard');
    const [first, second, third] = answersTo(round);
    const rows = [first, second, { ...third, choice: null, end: 'skipped' }] as TranscriptRow[];
    const { body } = await player.deliver(round, rows);
    expect(body.data).toMatchObject({ awarded: { points: 30, coins: 60 } });
    expect(await player.wallet()).toEqual({ coins: 940, held: 0 });
  });

  test('skips and timeouts cost and pay nothing; an answer past the timer is a timeout', async () => {
    const player = await server().veteran();
    const round = await player.openRound('easy');
    server().clock.at += 200_000;
    const rows = answersTo(round).map((row, index): TranscriptRow => {
      if (index === 0) return { ...row, choice: null, end: 'skipped' };
      if (index === 1) return { ...row, choice: null, end: 'timeout', ms: 10_000 };
      return index === 2 ? { ...row, ms: 10_001 } : row;
    });
    const { body } = await player.deliver(round, rows);
    expect(body.data).toMatchObject({ awarded: { points: 35, coins: 100 } });
    expect(await storedRound(round)).toMatchObject({
      state: 'counted',
      transcript: rows,
      result: { right: 7, wrong: 0, skipped: 1, timedOut: 2 },
    });
  });

  test('a round without a right answer counts, and is on no board', async () => {
    const player = await server().subscriber();
    const { body } = await player.play(0);
    expect(body.data).toMatchObject({ awarded: { points: 0, coins: 100 } });
    expect((await player.get('/points')).body.data).toMatchObject({ position: null, user: null });
  });

  test("the server's count is final, and a different count of the phone is stored and flagged", async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    server().clock.at += 60_000;
    const body = { ...submissionOf(round, humanAnswersTo(round, 1)), points: 1_000_000, coins: 0 };
    const reply = await player.post('/points', body, { key: newKey() });
    expect(reply.body.data).toMatchObject({ awarded: { points: 5, coins: 100 } });
    expect(await storedRound(round)).toMatchObject({
      flags: ['claim-differs: 1000000 points, 0 coins, 1 right on the phone, 5, 100, 1 here'],
      claim: { points: 1_000_000, coins: 0, score: 1 },
    });
  });

  test('an honest round carries no flag; one faster than the clock or the eye does', async () => {
    const player = await server().subscriber();
    const honest = await player.openRound();
    server().clock.at += 21_100;
    await player.deliver(honest, humanAnswersTo(honest));
    expect(await storedRound(honest)).toMatchObject({ flags: [] });
    // A phone's clock that was set forward ends questions before their time.
    const putForward = await player.openRound();
    server().clock.at += 5_000;
    const timeouts = answersTo(putForward, 0, putForward.round.terms.timerMs).map(
      (row): TranscriptRow => ({ ...row, choice: null, end: 'timeout' }),
    );
    await player.deliver(putForward, timeouts);
    expect(await storedRound(putForward)).toMatchObject({ flags: [] });
    const early = await player.openRound();
    // All questions but the longest, and the nine pauses before a tap goes on: 17.5 s and 3.6 s.
    server().clock.at += 21_099;
    await player.deliver(early, humanAnswersTo(early));
    expect(await storedRound(early)).toMatchObject({
      flags: ['faster-than-the-clock: 21100 ms of questions within 21099 ms'],
    });
    const hasty = await player.openRound();
    server().clock.at += 60_000;
    await player.deliver(hasty, answersTo(hasty, 10, 300));
    expect(await storedRound(hasty)).toMatchObject({
      flags: ['answers-too-fast: 10 of 10 answers within 450 ms are right'],
    });
  });

  test('a dropped reply credits the round once', async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const key = newKey();
    const first = await player.deliver(round, answersTo(round), { key });
    const before = await server().snapshot();
    const repeat = await player.deliver(round, answersTo(round), { key });
    expect(repeat).toMatchObject({ status: first.status, body: first.body });
    expect(await server().snapshot()).toEqual(before);
  });

  test('a counted round is counted already under any other key, or under none', async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    await player.deliver(round, answersTo(round));
    const other = () => player.deliver(round, answersTo(round, 3));
    await expectRefused(server(), other, 409, 'round/already-counted');
    const none = () => player.post('/points', submissionOf(round, answersTo(round)));
    await expectRefused(server(), none, 409, 'round/already-counted');
  });

  test('a round delivered many times at once, with one key and with many, counts once', async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const key = newKey();
    const keys = [key, key, key, newKey(), newKey(), newKey()];
    const replies = await Promise.all(
      keys.map((one) => player.deliver(round, answersTo(round), { key: one })),
    );
    const codes = replies.map(({ status, body }) => (status === 200 ? 'counted' : body.code));
    const allowed = ['counted', 'idempotency/running', 'round/already-counted'];
    expect(allowed).toEqual(expect.arrayContaining(codes));
    expect(codes).toContain('counted');
    expect(await player.user()).toMatchObject({ pointBalance: 900, highScore: 50 });
  });

  test("the round's own credential delivers it, and the reply says nothing about the player", async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const key = newKey();
    const reply = await deliverBySecret(round, submissionOf(round, answersTo(round)), key);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ status: true, data: { awarded: { points: 50, coins: 100 } } });
    const byToken = await player.deliver(round, answersTo(round), { key });
    expect(byToken.body).toMatchObject({
      data: { user: { highScore: 50 }, awarded: { points: 50, coins: 100 } },
    });
  });

  test("a round's credential opens nothing else", async () => {
    const player = await server().subscriber();
    const [mine, other] = [await player.openRound(), await player.openRound()];
    const body = submissionOf(other, answersTo(other));
    await expectRefused(server(), () => deliverBySecret(mine, body), 404, 'round/unknown');
    const authorization = `Round ${mine.round.secret}`;
    for (const path of ['/points', '/user/dailyplays', '/user/reduce-play', '/categories']) {
      const call = () => server().call('GET', path, { headers: { authorization } });
      await expectRefused(server(), call, 401, 'session/required');
    }
  });

  test("another player's round stays theirs", async () => {
    const [player, thief] = [await server().subscriber(), await server().subscriber()];
    const round = await player.openRound();
    const steal = () => thief.deliver(round, answersTo(round));
    await expectRefused(server(), steal, 403, 'round/not-yours');
  });

  test('a result without a round does not count', async () => {
    const player = await server().subscriber();
    const call = () => player.post('/points', { points: 150, coins: 100, score: 10 });
    await expectRefused(server(), call, 422, 'round/missing');
  });

  test.each([
    ['an id nobody issued', '3f0a7f0e-7a53-4e0b-9a3d-0f3f3f3f3f3f'],
    ['an id that is none', 'round-1'],
    ['an id of SQL', "' or '1'='1"],
  ])('%s is an unknown round', async (_what, id) => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const body = { ...submissionOf(round, answersTo(round)), round: { id, transcript: [] } };
    const call = () => player.post('/points', body, { key: newKey() });
    await expectRefused(server(), call, 404, 'round/unknown');
  });

  test('a result counts until deliverBy, and not a millisecond longer', async () => {
    const player = await server().subscriber();
    const [punctual, late] = [await player.openRound(), await player.openRound()];
    server().clock.at = Date.parse(punctual.round.deliverBy);
    expect((await player.deliver(punctual, answersTo(punctual))).status).toBe(200);
    server().clock.at += 1;
    const call = () => deliverBySecret(late, submissionOf(late, answersTo(late)));
    const reply = await expectRefused(server(), call, 410, 'round/expired');
    expect(reply.body.message).toContain('too late');
  });

  const spoiled: [string, (rows: TranscriptRow[]) => unknown[], string][] = [
    ['eleven rows', (rows) => [...rows, rows[0]], 'round/bad-transcript'],
    ['no row', () => [], 'round/bad-transcript'],
    ['rows in another order', (rows) => rows.toReversed(), 'round/bad-transcript'],
    ['one question twice', ([row]) => [row, row], 'round/bad-transcript'],
    ['a choice nobody dealt', ([row]) => [{ ...row, choice: 'Pelé' }], 'round/bad-transcript'],
    ['an answer without a choice', ([row]) => [{ ...row, choice: null }], 'round/bad-transcript'],
    ['a skip with a choice', ([row]) => [{ ...row, end: 'skipped' }], 'round/bad-transcript'],
    ['negative milliseconds', ([row]) => [{ ...row, ms: -1 }], 'request/invalid'],
    ['half a millisecond', ([row]) => [{ ...row, ms: 0.5 }], 'request/invalid'],
    ['milliseconds as text', ([row]) => [{ ...row, ms: '5' }], 'request/invalid'],
    ['an unknown end', ([row]) => [{ ...row, end: 'won' }], 'request/invalid'],
    ['a hundred rows', (rows) => Array.from({ length: 100 }, () => rows[0]), 'request/invalid'],
  ];

  test.each(spoiled)('a transcript of %s is refused', async (_what, spoil, code) => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const transcript = spoil(answersTo(round));
    const body = { points: 50, coins: 100, score: 10, round: { id: round.round.id, transcript } };
    const call = () => player.post('/points', body, { key: newKey() });
    await expectRefused(server(), call, 422, code);
    expect((await player.deliver(round, answersTo(round))).status).toBe(200);
  });

  test.each([
    ['points', -1],
    ['points', '150'],
    ['coins', -200],
    ['score', 1.5],
  ])('a result with %s of %s is refused and names the field', async (field, value) => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const body = { ...submissionOf(round, answersTo(round)), [field]: value };
    const call = () => player.post('/points', body, { key: newKey() });
    const reply = await expectRefused(server(), call, 422, 'request/invalid');
    expect(reply.body.message).toContain(field);
  });

  test('a result can be delivered after the subscription has ended', async () => {
    const player = await server().subscriber();
    server().clock.at += 6.9 * DAY_MS;
    const round = await player.openRound();
    server().clock.at += 2 * DAY_MS;
    expect((await player.deliver(round, answersTo(round))).status).toBe(200);
  });
});

describe('coins for one hold alone', { tags: ['once'] }, () => {
  /** A subscriber who has coins for one easy round left. */
  async function withCoinsForOne() {
    const player = await server().subscriber();
    const { db, clock } = server();
    const rest = { roundId: newKey(), playerId: player.id, cost: 900 };
    await db.transaction().execute((trx) => holdForRound(trx, rest, clock.at));
    return player;
  }

  test('a hundred holds at once with coins for one: exactly one', async () => {
    const player = await withCoinsForOne();
    const { db, clock } = server();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        db
          .transaction()
          .execute((trx) =>
            holdForRound(trx, { roundId: newKey(), playerId: player.id, cost: 100 }, clock.at),
          ),
      ),
    );
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'wallet/insufficient-coins' });
    expect(await player.wallet()).toEqual({ coins: 0, held: 1000 });
  });

  test('a hundred starts of a round at once with coins for one: exactly one round', async () => {
    const player = await withCoinsForOne();
    await player.get('/user/reduce-play', { key: newKey() });
    const starts = await Promise.all(
      Array.from({ length: 100 }, () => player.askQuestions('easy', 'la-liga', newKey())),
    );
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
    // A call that would wait too long for the player's turn is refused (api.md#limits-per-address).
    expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([200, 409, 429]));
    expect(await player.wallet()).toEqual({ coins: 0, held: 1000 });
    const rounds = server().db.selectFrom('rounds').select('id').where('player_id', '=', player.id);
    expect(await rounds.execute()).toHaveLength(1);
    await player.get('/user/reduce-play', { key: newKey() });
    const broke = await player.askQuestions('easy', 'la-liga', newKey());
    expect(broke.body.code).toBe('wallet/insufficient-coins');
  });
});

async function bestsOf(player: TestPlayer) {
  const { data } = (await player.get('/points/user-points')).body as { data: { bests: unknown } };
  return data.bests;
}

async function playAt(player: TestPlayer, categoryId: string, right: number) {
  const round = await player.openRound('easy', categoryId);
  server().clock.at += 60_000;
  return player.deliver(round, answersTo(round, right));
}

test('the most right answers of each category and level are kept, of counted games alone', async () => {
  const player = await server().subscriber();
  expect(await bestsOf(player)).toEqual([]);
  await playAt(player, 'serie-a', 2);
  await player.play(7);
  await player.play(4);
  await player.play(6, 'medium');
  const left = await player.openRound('hard');
  const bad = await player.deliver(left, answersTo(left, 9).toReversed());
  expect(bad.body.code).toBe('round/bad-transcript');
  const bests = [
    { categoryId: 'la-liga', level: 'easy', right: 7 },
    { categoryId: 'la-liga', level: 'medium', right: 6 },
    { categoryId: 'serie-a', level: 'easy', right: 2 },
  ];
  expect(await bestsOf(player)).toEqual(bests);

  // Results from before there were bests are found in the rounds.
  const { db } = server();
  await sql`drop table round_bests`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  expect(await bestsOf(player)).toEqual(bests);
});

describe('scoring', { tags: ['once'] }, () => {
  const overTheWire = <Value>(value: Value): unknown => JSON.parse(JSON.stringify(value));

  /** The phone's outbox entry for a round that it has played. */
  function submissionOf(state: RoundState, roundId: string): PointsSubmission {
    const questions = state.questions.map((question) => v.parse(questionSchema, asDealt(question)));
    const round = aRound({ issued: { id: roundId, secret: 's'.repeat(43) } });
    return resultEntry(round, { ...state, questions }, 0).submission;
  }

  const asDealt = ({ id, options, answer }: RoundState['questions'][number]) =>
    overTheWire({ id, question: 'Who?', options, answers: answer, level: 'easy', fact: 'He did.' });

  test('the server scores any transcript that a round makes as the phone did', () => {
    const property = fc.property(anyPlay, (given) => {
      const { state } = playToTheEnd(given);
      const { round, ...onPhone } = v.parse(
        pointsSubmissionSchema,
        overTheWire(submissionOf(state, 'round-1')),
      );
      const rows = round?.transcript ?? [];
      expect(rows).toEqual(state.rows);
      expect(transcriptFault(given.questions, rows)).toBeNull();
      const { level, coinsPerQuestion, pointsPerCorrect, timerMs } = given.terms;
      const terms = termsOf({
        level,
        coins_per_question: coinsPerQuestion,
        points_per_correct: pointsPerCorrect,
        timer_ms: timerMs,
      });
      const { points, coins, right } = scoreTranscript(terms, given.questions, rows);
      expect(onPhone).toEqual({ points, coins, score: right });
    });
    fc.assert(property, { seed: 20_261_121, numRuns: 1000 });
  });

  test('the running server awards the points that the phone has shown', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...LEVELS),
      anyActions,
      async (level, actions) => {
        const player = await server().veteran();
        const { round, questions } = await player.openRound(level);
        const { state } = playToTheEnd({ terms: round.terms, questions, actions });
        const submission = submissionOf(state, round.id);
        server().clock.at += 600_000;
        const reply = await player.post('/points', submission, { key: newKey() });
        const { points, coins } = submission;
        expect(reply.body.data).toMatchObject({ awarded: { points, coins } });
        const stored = await server()
          .db.selectFrom('rounds')
          .select(['flags', 'transcript', 'result'])
          .where('id', '=', round.id)
          .executeTakeFirstOrThrow();
        expect(stored.flags).not.toContain('claim-differs');
        expect(stored.transcript).toEqual(state.rows);
        expect(stored.result).toEqual(scoreTranscript(round.terms, questions, state.rows));
      },
    );
    await fc.assert(property, { seed: 20_261_121, numRuns: 25 });
  });
});
