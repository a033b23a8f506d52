import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../../scripts/lib/player/call.ts';
import { endUnprovenSessions } from '../../../../server/accounts/sign-in/callers.ts';
import { openSession } from '../../../../server/accounts/sign-in/sessions.ts';
import { buildApp } from '../../../../server/app.ts';
import { databaseRanking } from '../../../../server/boards/database-ranking.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { DAY_MS, dayOf } from '../../../../src/rules/calendar.ts';
import { buildBank } from '../../../support/bank.ts';
import { addOperator, operate } from '../../../support/desk.ts';
import { expectRefused, newKey, testServer } from '../../../support/server.ts';
import {
  challengeOf,
  inboxOf,
  OPERATOR_SECRET,
  operatorProof,
  stored,
  wrongCode,
} from '../../../support/sign-in.ts';

describe('a change of policy', () => {
  const server = testServer();

  const readPolicy = (policy: string) =>
    readConfig({
      LOG_LEVEL: 'silent',
      SIGN_IN_POLICY: policy,
      OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
    });

  /** Starts another server on the same database, and asks it for a player by their token. */
  async function statusUnder(policy: string, token: string): Promise<number> {
    const app = await buildApp({
      config: readPolicy(policy),
      db: server().db,
      ranking: databaseRanking(server().db),
      bank: buildBank(),
      folders: { app: '/nonexistent', images: [] },
      now: () => server().clock.at,
      providerFetch: fetch,
    });
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await app.inject({ url: '/api/v2/user/dailyplays', headers });
    await app.close();
    return statusCode;
  }

  const signIn = async () => {
    const { id } = await server().signUp();
    return openSession(server().db, id, server().clock.at);
  };

  test.each(['otp', 'operator'])(
    'a player signed in by number alone is signed out once the server asks for a proof (%s)',
    async (policy) => {
      await statusUnder('open', await signIn());
      const token = await signIn();
      expect(await statusUnder('open', token)).toBe(200);
      expect(await statusUnder(policy, token)).toBe(401);
      expect(await statusUnder('open', token)).toBe(401);
    },
  );

  test('a player signed in with a proof stays in over restarts, and while the kind of proof changes', async () => {
    await statusUnder('otp', await signIn());
    const token = await signIn();
    for (const policy of ['otp', 'otp', 'operator', 'operator', 'otp', 'open', 'open']) {
      expect(await statusUnder(policy, token)).toBe(200);
    }
    expect(await statusUnder('otp', token)).toBe(401);
  });

  test('a database that does not say how its sessions were made is taken to be open', async () => {
    const token = await signIn();
    await server().db.deleteFrom('settings').where('name', '=', 'sign-in-policy').execute();
    expect(await statusUnder('otp', token)).toBe(401);
  });

  test('ended sessions are logged, and nothing is where none were', async () => {
    const { db } = server();
    await statusUnder('open', await signIn());
    await db.deleteFrom('sessions').execute();
    const log = { warn: vi.fn() };
    await endUnprovenSessions({ db, config: readPolicy('otp') }, log);
    expect(log.warn).not.toHaveBeenCalled();
    await endUnprovenSessions({ db, config: readPolicy('open') }, log);
    const { id } = await server().signUp();
    for (const _phone of [1, 2]) await openSession(db, id, server().clock.at);
    await endUnprovenSessions({ db, config: readPolicy('otp') }, log);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      // The two, and the one of the sign-up.
      'SIGN_IN_POLICY is stricter than it was: 3 sessions were ended',
    );
  });
});

describe('strangers', () => {
  const MINUTE_MS = 60_000;

  const server = testServer({
    env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
  });

  /** The player's own address, and another one in the same network. */
  const HOME = '198.51.100.20';

  const BESIDE_HOME = '198.51.100.99';

  const lookUpFrom = (from: string, phone: string, query = ''): Promise<Reply> =>
    server().call('GET', `/user/${phone}${query}`, { from });

  const answerFrom = (from: string, id: string, code: string, key = newKey()): Promise<Reply> =>
    server().call('POST', `/user/challenge/${id}`, {
      from,
      body: { code },
      headers: { 'idempotency-key': key },
    });

  const newestCode = async (phone: string) => (await inboxOf(server(), phone))[0]?.code ?? '';

  const textsTo = async (phone: string) => {
    const texts = server().db.selectFrom('sandbox_sms').select('id');
    return (await texts.where('phone', '=', stored(phone)).execute()).length;
  };

  let strangers = 0;

  /** A guesser uses one network after another. */
  const aStranger = () => {
    strangers += 1;
    return `203.0.${strangers % 250}.${Math.ceil(strangers / 250)}`;
  };

  /** A number that has signed in at home, a minute ago. */
  async function ofHome(): Promise<string> {
    const phone = server().newPhone();
    const { id } = challengeOf(await lookUpFrom(HOME, phone));
    expect((await answerFrom(HOME, id, await newestCode(phone))).body.code).toBe('user/unknown');
    server().clock.at += MINUTE_MS;
    return phone;
  }

  /** Guesses at a number from ever new networks until all are refused; gives the number of guesses. */
  async function guessAll(phone: string, from = aStranger): Promise<number> {
    let guesses = 0;
    for (let round = 0; round < 8; round += 1) {
      server().clock.at += MINUTE_MS;
      const asked = await lookUpFrom(from(), phone);
      if (asked.body.code !== 'user/challenge') continue;
      const { id } = challengeOf(asked);
      for (let tried = 0; tried < 6; tried += 1) {
        const { body } = await answerFrom(from(), id, wrongCode(await newestCode(phone)));
        if (body.code === 'challenge/wrong-code' || tried === 4) guesses += 1;
        else break;
      }
    }
    return guesses;
  }

  // Each test has a day of its own, starting early enough for all it does.
  beforeEach(() => {
    server().clock.at = dayOf(server().clock.at).endsAt + 9 * 60 * MINUTE_MS;
  });

  describe('of a number that strangers guess at', () => {
    test('ten wrong codes a day are tried, whatever networks they come from', async () => {
      const phone = await ofHome();
      expect(await guessAll(phone)).toBe(10);
      const refused = await lookUpFrom(aStranger(), phone);
      expect(refused.status).toBe(429);
      expect(refused.body.message).toBe(
        'Too many wrong codes were tried for this number today. Sign in where you signed in before, such ' +
          "as your Wi-Fi at home, or through your network's link. Or try again tomorrow, or write to us.",
      );
      const midnight = dayOf(server().clock.at).endsAt;
      expect(refused.headers['retry-after']).toBe(
        String(Math.ceil((midnight - server().clock.at) / 1000)),
      );
      server().clock.at = midnight;
      expect((await lookUpFrom(aStranger(), phone)).body.code).toBe('user/challenge');
    });

    test('its owner still gets in where they have signed in before', async () => {
      const phone = await ofHome();
      await guessAll(phone);
      const { id } = challengeOf(await lookUpFrom(BESIDE_HOME, phone));
      const reply = await answerFrom(BESIDE_HOME, id, await newestCode(phone));
      expect(reply.body.code).toBe('user/unknown');
    });

    test('its owner still gets in by the operator’s link, and is known there from then on', async () => {
      const phone = await ofHome();
      const [elsewhere, ...others] = [aStranger(), aStranger(), aStranger()];
      await guessAll(phone);
      const refused = () => lookUpFrom(elsewhere, phone);
      await expectRefused(server(), refused, 429, 'rate/limited');
      const proof = operatorProof(phone, server().clock.at);
      expect((await lookUpFrom(elsewhere, phone, `?proof=${proof}`)).body.code).toBe(
        'user/unknown',
      );
      expect((await lookUpFrom(elsewhere, phone)).body.code).toBe('user/challenge');
      for (const other of others) {
        await expectRefused(server(), () => lookUpFrom(other, phone), 429, 'rate/limited');
      }
    });

    test('its owner still gets in once an operator has let the number try again', async () => {
      const phone = await ofHome();
      await guessAll(phone);
      const key = await addOperator(server(), 'eve');
      const args = ['sessions', 'unlock', phone, '--why', 'Called from their number'];
      expect((await operate(server(), args, key)).lines).toEqual([
        'The number has its codes and tries of the day again. Tell the player to ask for a code now.',
      ]);
      const elsewhere = aStranger();
      const { id } = challengeOf(await lookUpFrom(elsewhere, phone));
      const reply = await answerFrom(elsewhere, id, await newestCode(phone));
      expect(reply.body.code).toBe('user/unknown');
    });

    test('no session ends, and what has a token goes on', async () => {
      const phone = await ofHome();
      const proof = operatorProof(phone, server().clock.at);
      const fields = { name: 'ada', email: 'ada@example.com', phone, platform: 'rave' };
      const made = await server().call('POST', '/user/', {
        body: { ...fields, proof },
        from: HOME,
      });
      await guessAll(phone);
      const reply = await server().call('GET', `/user/${phone}`, {
        from: aStranger(),
        headers: { authorization: `Bearer ${made.body.meta?.token}` },
      });
      expect(reply.body.status).toBe(true);
    });

    test('where it has signed in, thirty wrong codes a day are tried', async () => {
      const phone = await ofHome();
      expect(await guessAll(phone, () => BESIDE_HOME)).toBe(30);
      await expectRefused(server(), () => lookUpFrom(HOME, phone), 429, 'rate/limited');
      // That costs a player elsewhere nothing.
      expect((await lookUpFrom(aStranger(), phone)).body.code).toBe('user/challenge');
    });
  });

  test('strangers’ wrong codes use up no try of whoever has signed in before', async () => {
    const phone = await ofHome();
    const { id } = challengeOf(await lookUpFrom(HOME, phone));
    const code = await newestCode(phone);
    const { id: theirs } = challengeOf(await lookUpFrom(aStranger(), phone));
    expect(theirs).toBe(id);
    for (const _try of [1, 2, 3, 4]) {
      expect((await answerFrom(aStranger(), id, wrongCode(code))).body.code).toBe(
        'challenge/wrong-code',
      );
    }
    for (const _more of [1, 2]) {
      expect((await answerFrom(aStranger(), id, wrongCode(code))).body.code).toBe(
        'challenge/too-many-tries',
      );
    }
    expect((await answerFrom(HOME, id, code)).body.code).toBe('user/unknown');
  });

  test('codes that strangers requested use up none of the owner’s texts, and work for the owner', async () => {
    const phone = await ofHome();
    for (let minute = 0; minute < 30; minute += 1) {
      server().clock.at += MINUTE_MS;
      await lookUpFrom(aStranger(), phone);
    }
    // The code of the first sign-in was one of the ten: the network was new then.
    expect(await textsTo(phone)).toBe(10);
    const { id } = challengeOf(await lookUpFrom(HOME, phone));
    expect(await textsTo(phone)).toBe(11);
    expect((await answerFrom(HOME, id, await newestCode(phone))).body.code).toBe('user/unknown');
  });

  test('a code that a stranger had sent just now signs its owner in', async () => {
    const phone = server().newPhone();
    const sent = challengeOf(await lookUpFrom(aStranger(), phone));
    server().clock.at += 17_500;
    const asked = challengeOf(await lookUpFrom(HOME, phone));
    expect(asked).toEqual({ ...sent, resendAfter: 43 });
    expect(await inboxOf(server(), phone)).toHaveLength(1);
    const reply = await answerFrom(HOME, asked.id, await newestCode(phone));
    expect(reply.body.code).toBe('user/unknown');
    // It cannot be used again.
    const again = () => answerFrom(aStranger(), sent.id, '123456');
    await expectRefused(server(), again, 410, 'challenge/expired');
  });

  test('a phone whose address changes after the look-up still answers its challenge', async () => {
    const phone = server().newPhone();
    const { id } = challengeOf(await lookUpFrom(HOME, phone));
    const reply = await answerFrom(aStranger(), id, await newestCode(phone));
    expect(reply.body.code).toBe('user/unknown');
  });

  describe('a network', () => {
    const isKnown = async (phone: string, from: string) => {
      await guessAll(phone);
      return (await lookUpFrom(from, phone)).body.code === 'user/challenge';
    };

    /** A number that has signed in from somewhere. */
    async function from(network: string): Promise<string> {
      const phone = server().newPhone();
      const { id } = challengeOf(await lookUpFrom(network, phone));
      await answerFrom(network, id, await newestCode(phone));
      return phone;
    }

    test.each([
      ['the addresses beside it', '198.51.100.1', '198.51.100.254', true],
      ['no others', '198.51.100.1', '198.51.101.1', false],
      ['a /48 of IPv6', '2001:db8:1:2::a', '2001:db8:1:ffff::b', true],
      ['no other /48', '2001:db8:1:2::a', '2001:db8:2:2::a', false],
    ])('is known by %s', async (_what, before, after, known) => {
      expect(await isKnown(await from(before), after)).toBe(known);
    });

    test('is forgotten after 90 days, and with the account', async () => {
      const phone = await from(HOME);
      server().clock.at += 90 * DAY_MS;
      expect(await isKnown(phone, HOME)).toBe(false);
      const proof = operatorProof(phone, server().clock.at);
      const fields = { name: 'ada', email: 'ada@example.com', phone, platform: 'rave' };
      const made = await server().call('POST', '/user/', {
        body: { ...fields, proof },
        from: HOME,
      });
      await lookUpFrom(HOME, phone, `?proof=${operatorProof(phone, server().clock.at)}`);
      expect((await lookUpFrom(HOME, phone)).body.code).toBe('user/challenge');
      const rows = () => server().db.selectFrom('seen_networks').selectAll().execute();
      const before = (await rows()).length;
      const removed = await server().call('DELETE', '/user', {
        body: { word: 'DELETE' },
        headers: { authorization: `Bearer ${made.body.meta?.token}`, 'idempotency-key': newKey() },
        from: HOME,
      });
      expect(removed.status).toBe(200);
      expect((await rows()).length).toBe(before - 1);
    });

    test('is one of the twenty newest of a number, and nothing reveals which or the owner', async () => {
      const phone = server().newPhone();
      for (let nth = 0; nth < 25; nth += 1) {
        server().clock.at += 1000;
        const proof = operatorProof(phone, server().clock.at);
        await lookUpFrom(`192.0.${nth}.1`, phone, `?proof=${proof}`);
      }
      const rows = await server().db.selectFrom('seen_networks').selectAll().execute();
      const numbers = Map.groupBy(rows, ({ number_hash }) => number_hash);
      expect(Math.max(...[...numbers.values()].map(({ length }) => length))).toBe(20);
      const text = JSON.stringify(rows);
      expect(text).not.toContain(stored(phone).slice(3));
      expect(text).not.toContain('192.0.');
    });
  });
});
