import { describe, expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

describe('reports of a player', () => {
  const report = (reporter: TestPlayer, id: number | string, reason = 'picture') =>
    reporter.post(`/players/${id}/report`, { reason });

  const reportsOf = (player: TestPlayer) =>
    server()
      .db.selectFrom('player_reports')
      .select(['reporter_id', 'day', 'reason', 'closed_at'])
      .where('player_id', '=', player.id)
      .orderBy('id')
      .execute();

  test('a report is stored once per reporter, player and day', async () => {
    const [ada, obi] = [await server().signUp(), await server().signUp()];
    const reply = await report(ada, obi.id);
    expect(reply.body).toEqual({
      status: true,
      data: null,
      message: 'Thank you. We will look at it.',
    });
    expect((await report(ada, obi.id, 'name')).status).toBe(200);
    server().clock.at += DAY_MS;
    await report(ada, obi.id, 'name');
    const of = { reporter_id: ada.id, closed_at: null };
    expect(await reportsOf(obi)).toEqual([
      { ...of, day: '2026-11-18', reason: 'picture' },
      { ...of, day: '2026-11-19', reason: 'name' },
    ]);
    expect(await reportsOf(ada)).toEqual([]);
  });

  test('nobody, oneself and what is no reason are refused, and so is who has no token', async () => {
    const [ada, obi] = [await server().signUp(), await server().signUp()];
    for (const id of [ada.id, 999_999, 0, -1, '1.5', '1e0', 'x', '9'.repeat(40), '%27']) {
      await expectRefused(server(), () => report(ada, id), 404, 'player/unknown');
    }
    await expectRefused(server(), () => report(ada, obi.id, 'rude'), 422, 'request/invalid');
    const body = { reason: 'name' };
    const stranger = () => server().call('POST', `/players/${obi.id}/report`, { body });
    await expectRefused(server(), stranger, 401, 'session/required');
  });

  test('a deleted account cannot be reported', async () => {
    const [ada, obi] = [await server().signUp(), await server().signUp()];
    await obi.delete('/user', { word: 'DELETE' }, { key: newKey() });
    await expectRefused(server(), () => report(ada, obi.id), 404, 'player/unknown');
  });

  test('a player reports twenty others a day', async () => {
    const ada = await server().signUp();
    const others: TestPlayer[] = [];
    for (let at = 0; at < 21; at++) others.push(await server().signUp());
    const [last, ...first] = others.reverse() as [TestPlayer, ...TestPlayer[]];
    for (const { id } of first) expect((await report(ada, id)).status).toBe(200);
    await expectRefused(server(), () => report(ada, last.id), 429, 'rate/limited');
    // No new reports of these.
    expect((await report(ada, first[0]?.id ?? 0)).status).toBe(200);
    server().clock.at += DAY_MS;
    expect((await report(ada, last.id)).status).toBe(200);
  });

  test('a report is kept for a year', async () => {
    const [ada, obi] = [await server().signUp(), await server().signUp()];
    await report(ada, obi.id);
    const log = { error: (_: unknown, what?: string) => expect(what).toBeUndefined() };
    server().clock.at += 365 * DAY_MS;
    await sweep(server().services, log as never);
    expect(await reportsOf(obi)).toHaveLength(1);
    server().clock.at += 1000;
    await sweep(server().services, log as never);
    expect(await reportsOf(obi)).toEqual([]);
  });
});

describe('reports of a question', () => {
  const report = (
    player: TestPlayer,
    round: OpenRound,
    { number = 1, reason = 'unclear', key = newKey() } = {},
  ) =>
    player.post(
      `/questions/${round.questions[number - 1]?.id}/report`,
      { reason, roundId: round.round.id },
      { key },
    );

  const kept = (player: TestPlayer) =>
    server()
      .db.selectFrom('question_reports')
      .select(['question_id', 'round_id', 'reason', 'level', 'closed_at'])
      .where('player_id', '=', player.id)
      .execute();

  async function played(player: TestPlayer, right = 5): Promise<OpenRound> {
    const round = await player.openRound();
    server().clock.at += 60_000;
    await player.deliver(round, answersTo(round, right));
    return round;
  }

  test('a question of a game that is over is reported once, whatever comes again', async () => {
    const player = await server().subscriber();
    const round = await played(player);
    const key = newKey();
    const first = await report(player, round, { reason: 'two-right', key });
    expect(first.body).toEqual({
      status: true,
      data: null,
      message: 'Thanks. We will look at it.',
    });
    expect((await report(player, round, { reason: 'two-right', key })).body).toEqual(first.body);
    expect((await report(player, round, { reason: 'old' })).status).toBe(200);
    expect(await kept(player)).toEqual([
      {
        question_id: round.questions[0]?.id,
        round_id: round.round.id,
        reason: 'two-right',
        level: 'easy',
        closed_at: null,
      },
    ]);
  });

  test('before the result has come the phone must wait', async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    await expectRefused(server(), () => report(player, round), 409, 'round/open');
    server().clock.at += 60_000;
    await player.deliver(round, answersTo(round, 0));
    expect((await report(player, round)).status).toBe(200);
  });

  test('nobody reports what they were not dealt', async () => {
    const [ada, bola] = [await server().subscriber(), await server().subscriber()];
    const [round, other] = [await played(ada), await played(bola)];
    const notDealt = (call: () => ReturnType<typeof report>) =>
      expectRefused(server(), call, 404, 'question/not-dealt');
    await notDealt(() => report(bola, round));
    await notDealt(() =>
      report(ada, { ...round, questions: [{ ...other.questions[0], id: 'none' }] as never }),
    );
    await notDealt(() => report(ada, { ...round, round: { ...round.round, id: newKey() } }));
    await notDealt(() => report(ada, { ...round, round: { ...round.round, id: 'R1' } }));
    const visitor = () =>
      server().call('POST', `/questions/${round.questions[0]?.id}/report`, {
        body: { reason: 'old', roundId: round.round.id },
      });
    await expectRefused(server(), visitor, 401, 'session/required');
    await expectRefused(
      server(),
      () => report(ada, round, { reason: 'boring' }),
      422,
      'request/invalid',
    );
  });

  test('the twenty-first question of a day waits for the next', async () => {
    const player = await server().subscriber();
    const rounds = [await played(player), await played(player), await played(player)];
    for (const round of rounds.slice(0, 2)) {
      for (let number = 1; number <= 10; number += 1) {
        expect((await report(player, round, { number })).status).toBe(200);
      }
    }
    const [first, second, third] = rounds;
    if (!third) throw new Error('there are three rounds');
    const reported = [first, second].flatMap((round) => round?.questions.map(({ id }) => id));
    const number = third.questions.findIndex(({ id }) => !reported.includes(id)) + 1;
    const another = () => report(player, third, { number });
    const reply = await expectRefused(server(), another, 429, 'rate/limited');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    server().clock.at += DAY_MS;
    expect((await another()).status).toBe(200);
  });

  test('reports are in the file of what is kept, and go with the account', async () => {
    const player = await server().subscriber();
    const round = await played(player);
    await report(player, round, { reason: 'old' });
    expect((await player.get('/user/data')).body.data).toMatchObject({
      questionReports: [{ questionId: round.questions[0]?.id, reason: 'old' }],
    });
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect(await kept(player)).toEqual([]);
  });
});
