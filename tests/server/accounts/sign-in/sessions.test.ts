import { describe, expect, test } from 'vitest';
import {
  deviceOf,
  endSession,
  openSession,
  type PlayerSession,
  readSession,
  SESSIONS_PER_PLAYER,
  tokenFor,
} from '../../../../server/accounts/sign-in/sessions.ts';
import { openSignatures } from '../../../../server/crypto/signatures.ts';
import { DAY_MS } from '../../../../src/rules/calendar.ts';
import { endSessionsOf } from '../../../support/end-sessions.ts';
import { expectRefused, testServer } from '../../../support/server.ts';
import { TEST_DATABASE_URL } from '../../../support/test-database.ts';
import { TestPlayer } from '../../../support/test-player.ts';

describe('sessions', () => {
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
});

describe('logout', () => {
  const server = testServer();

  const logOut = (player: TestPlayer) => player.post('/user/logout', {});

  const isIn = async (player: TestPlayer) => (await player.get('/user/dailyplays')).status === 200;

  const onAnotherPhone = async ({ id, phone }: TestPlayer) => {
    const { body } = await server().lookUp(phone);
    return new TestPlayer(server(), id, phone, String(body.meta?.token));
  };

  test('a logout ends its session at once, and no other of the player', async () => {
    const here = await server().signUp();
    const there = await onAnotherPhone(here);
    const reply = await logOut(here);
    expect(reply).toMatchObject({ status: 200, body: { status: true, data: null } });
    await expectRefused(server(), () => here.get('/user/dailyplays'), 401, 'session/required');
    expect(await isIn(there)).toBe(true);
  });

  test('a logout ends every token that was replaced on the way', async () => {
    const first = await server().subscriber();
    const verify = `/payments/subscription/airtime/verify/${first.phone}`;
    const second = new TestPlayer(server(), first.id, first.phone, '');
    const third = new TestPlayer(server(), first.id, first.phone, '');
    server().clock.at += 7.5 * DAY_MS;
    second.token = String((await first.get(`/user/${first.phone}`)).body.meta?.token);
    server().clock.at += 7.5 * DAY_MS;
    third.token = String((await second.get(`/user/${first.phone}`)).body.meta?.token);
    expect(new Set([first.token, second.token, third.token]).size).toBe(3);
    for (const player of [first, second, third]) expect(await isIn(player)).toBe(true);
    await logOut(second);
    for (const player of [first, second, third]) {
      await expectRefused(server(), () => player.get(verify), 401, 'session/required');
    }
  });

  test('lost replies leave one successor of a token, however many they are', async () => {
    const player = await server().signUp();
    server().clock.at += 8 * DAY_MS;
    const replies = await Promise.all([1, 2, 3, 4].map(() => player.get(`/user/${player.phone}`)));
    expect(new Set(replies.map(({ body }) => body.meta?.token)).size).toBe(1);
    const rows = await server()
      .db.selectFrom('sessions')
      .selectAll()
      .where('player_id', '=', player.id)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test.each([
    ['no token', {}],
    ['a false token', { authorization: 'Bearer false' }],
    ['no credential of ours', { authorization: 'Basic YTpi' }],
  ])('a logout with %s is done already', async (_what, headers) => {
    const player = await server().signUp();
    const reply = await server().call('POST', '/user/logout', { headers });
    expect(reply).toMatchObject({ status: 200, body: { status: true, data: null } });
    expect(await isIn(player)).toBe(true);
  });

  test('a logout takes no body, and any', async () => {
    const player = await server().signUp();
    const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' };
    for (const _again of [1, 2]) {
      expect((await server().call('POST', '/user/logout', { headers })).status).toBe(200);
    }
    expect(await isIn(player)).toBe(false);
  });

  test('a player has the newest twenty sign-ins', async () => {
    const first = await server().signUp();
    const phones = [];
    for (let signIn = 1; signIn < SESSIONS_PER_PLAYER; signIn += 1) {
      server().clock.at += 1000;
      phones.push(await onAnotherPhone(first));
    }
    expect(await isIn(first)).toBe(true);
    phones.push(await onAnotherPhone(first));
    expect(await isIn(first)).toBe(false);
    for (const phone of phones) expect(await isIn(phone)).toBe(true);
  });

  test('a sign-in that is used counts as new, and its old token stays', async () => {
    const player = await server().signUp();
    server().clock.at += 8 * DAY_MS;
    const others = [await onAnotherPhone(player)];
    server().clock.at += 1000;
    await player.get(`/user/${player.phone}`);
    for (let signIn = 1; signIn < SESSIONS_PER_PLAYER; signIn += 1) {
      server().clock.at += 1000;
      others.push(await onAnotherPhone(player));
    }
    expect(await isIn(player)).toBe(true);
    const [oldest] = others;
    expect(oldest && (await isIn(oldest))).toBe(false);
  });

  test('a session that ends while its token is replaced has no successor', async () => {
    const { db, clock } = server();
    const { id } = await server().signUp();
    const session = await readSession(db, await openSession(db, id, clock.at), clock.at);
    if (!session) throw new Error('The session is open.');
    const services = { db, now: () => clock.at, sign: await openSignatures(db) };
    await endSession(db, session);
    const token = await tokenFor(services, { ...session, isStale: true });
    expect(await readSession(db, token, clock.at)).toBeNull();
  });

  test('the operator ends every session of a player, and of nobody else', async () => {
    const [player, other] = [await server().signUp(), await server().signUp()];
    const there = await onAnotherPhone(player);
    expect(await endSessionsOf(server().db, player.id)).toBe(2);
    for (const ended of [player, there]) expect(await isIn(ended)).toBe(false);
    expect(await isIn(other)).toBe(true);
  });
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36';

test.each([
  [`${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  // An unknown device is not shown in its own words.
  ['Evil/1.0 x', ''],
  ['Call 0803 000 0000/1.0 (Windows NT 10.0)', 'Windows'],
  ['', ''],
  [undefined, ''],
])('%j is shown as %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

describe('sessions changed at once', { tags: ['once'] }, () => {
  const server = testServer();

  const ROUNDS = 60;

  /** A session of a player whose token is due for replacement. */
  async function agedSession(playerId: number, older = 0): Promise<PlayerSession> {
    const { db, clock } = server();
    const token = await openSession(db, playerId, clock.at - 8 * DAY_MS - older);
    const session = await readSession(db, token, clock.at);
    if (session === null) throw new Error('The session is open.');
    return session;
  }

  const servicesOf = async () => {
    const { db, clock } = server();
    return { db, now: () => clock.at, sign: await openSignatures(db) };
  };

  const sessionsOf = (playerId: number) =>
    server()
      .db.selectFrom('sessions')
      .select(['family', 'token_hash'])
      .where('player_id', '=', playerId)
      .execute();

  // The embedded database has one connection: there nothing happens at once.
  describe.runIf(TEST_DATABASE_URL !== '')('at the same time', () => {
    test('logouts and replacements of one token leave nobody in, and no one in the other’s way', async () => {
      const services = await servicesOf();
      const { id } = await server().signUp();
      await endSessionsOf(services.db, id);
      for (let round = 0; round < ROUNDS; round += 1) {
        const session = await agedSession(id);
        const successor = { ...session, token: await tokenFor(services, session) };
        await Promise.all([
          tokenFor(services, successor),
          endSession(services.db, session),
          tokenFor(services, session),
          endSession(services.db, successor),
          tokenFor(services, { ...successor, token: services.sign('session', successor.token) }),
        ]);
        expect(await sessionsOf(id)).toEqual([]);
      }
    });

    test('sign-ins, replacements and logouts leave the newest twenty', async () => {
      const services = await servicesOf();
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const { id } = await server().signUp();
        const sessions = [];
        for (let made = 1; made < SESSIONS_PER_PLAYER; made += 1) {
          sessions.push(await agedSession(id, made));
        }
        await Promise.all([
          ...sessions.slice(-4).map((session) => tokenFor(services, session)),
          ...Array.from({ length: 6 }, (_, i) => openSession(services.db, id, services.now() + i)),
          ...sessions.slice(-3).map((session) => endSession(services.db, session)),
          ...sessions.slice(-4).map((session) => tokenFor(services, session)),
        ]);
        const families = new Set((await sessionsOf(id)).map(({ family }) => family));
        expect(families.size).toBeLessThanOrEqual(SESSIONS_PER_PLAYER);
        for (const { family } of sessions.slice(-3)) expect(families).not.toContain(family);
      }
    });

    test('a hundred sign-ins of one player all succeed, and twenty last', async () => {
      const { db, clock } = server();
      const { id } = await server().signUp();
      await Promise.all(Array.from({ length: 100 }, (_, i) => openSession(db, id, clock.at + i)));
      expect(await sessionsOf(id)).toHaveLength(SESSIONS_PER_PLAYER);
    });

    test('a token whose sign-in the operator ends meanwhile has no successor', async () => {
      const services = await servicesOf();
      const { id } = await server().signUp();
      for (let round = 0; round < ROUNDS; round += 1) {
        const sessions = [await agedSession(id), await agedSession(id)];
        await Promise.all([
          ...sessions.map((session) => tokenFor(services, session)),
          endSessionsOf(services.db, id),
          ...sessions.map((session) => tokenFor(services, session)),
        ]);
        expect(await sessionsOf(id)).toEqual([]);
      }
    });
  });
});
