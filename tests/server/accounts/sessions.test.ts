import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, testServer } from '../../support/server.ts';

const server = testServer();

test('no call of a player works without their token, or with a false one', async () => {
  const { phone } = await server().signUp();
  const calls: ['GET' | 'POST' | 'PUT', string][] = [
    ['GET', `/payments/subscription/airtime/verify/${phone}`],
    ['GET', `/payments/subscription/ondemand/airtime/verify/${phone}`],
    ['GET', `/payments/subscribe/airtime/${phone}`],
    ['GET', '/categories?page=1&size=100'],
    ['PUT', '/categories/play/la-liga'],
    ['GET', '/questions/la-liga?difficulty=easy'],
    ['GET', '/user/reduce-play'],
    ['GET', '/user/dailyplays'],
    ['GET', '/points/user-points'],
    ['POST', '/points'],
    ['GET', '/points'],
    ['GET', '/points/monthly'],
    ['GET', '/points/leaderboard/last-week'],
    ['GET', '/points/tournament/leaderboard'],
    ['GET', '/points/tournament/yesterday-players'],
  ];
  const wrong = ['', 'Bearer', 'Bearer ', 'Bearer false', 'Basic YTpi', 'Bearer a b'];
  for (const [method, path] of calls) {
    for (const authorization of wrong) {
      const call = () => server().call(method, path, { headers: { authorization } });
      await expectRefused(server(), call, 401, 'session/required');
    }
  }
});

test('only hashes of tokens are kept', async () => {
  const { token } = await server().signUp();
  const rows = await server().db.selectFrom('sessions').selectAll().execute();
  const hash = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)),
  ).toString('base64url');
  expect(rows.map(({ token_hash }) => token_hash)).toContain(hash);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a young token comes back as it is; an old one is replaced and lives on', async () => {
  const player = await server().subscriber();
  const verify = `/payments/subscription/airtime/verify/${player.phone}`;
  expect((await player.get(verify)).body.meta?.token).toBe(player.token);

  server().clock.at += 6.5 * DAY_MS;
  expect((await player.get(verify)).body.meta?.token).toBe(player.token);

  server().clock.at += 0.49 * DAY_MS;
  const round = await player.openRound();
  server().clock.at += 0.02 * DAY_MS;
  const { body } = await player.deliver(round, [
    { questionId: round.questions[0]?.id ?? '', choice: null, ms: 10, end: 'skipped' },
  ]);
  const fresh = body.meta?.token;
  expect(fresh).toHaveLength(43);
  expect(fresh).not.toBe(player.token);
  expect((await player.get('/user/dailyplays')).status).toBe(200);
  player.token = String(fresh);
  expect((await player.get('/user/dailyplays')).status).toBe(200);
});

test('a sign-in ends after ninety days, however often its token is renewed', async () => {
  const player = await server().signUp();
  const renew = async () => {
    const { body } = await player.get(`/user/${player.phone}`);
    player.token = String(body.meta?.token ?? player.token);
  };
  for (let days = 0; days < 89; days += 1) {
    server().clock.at += DAY_MS;
    if (days % 10 === 9) await renew();
  }
  await renew();
  expect((await player.get('/user/dailyplays')).status).toBe(200);
  server().clock.at += DAY_MS - 1;
  expect((await player.get('/user/dailyplays')).status).toBe(200);
  server().clock.at += 1;
  await expectRefused(server(), () => player.get('/user/dailyplays'), 401, 'session/required');
});

test('a token that is not renewed ends after sixty days', async () => {
  const player = await server().signUp();
  server().clock.at += 60 * DAY_MS - 1;
  expect((await player.get('/user/dailyplays')).status).toBe(200);
  server().clock.at += 1;
  await expectRefused(server(), () => player.get('/user/dailyplays'), 401, 'session/required');
});
