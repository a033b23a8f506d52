import { expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

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
