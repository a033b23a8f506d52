import type { FastifyRequest } from 'fastify';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { endOtherSessions, openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { readConfig } from '../../../server/config/config.ts';
import { sha256 } from '../../../server/crypto/hash.ts';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { countCall, countTry, openBuckets } from '../../../server/http/limits.ts';
import { processMetrics } from '../../../server/http/metrics.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { expectRefused, type TestServer, testServer } from '../../support/server.ts';
import { askForCode, inboxOf, passChallenge, wrongCode } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('limits of an address', () => {
  const HOUR_MS = 3_600_000;

  const OTP = { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '3' };

  const server = testServer({ env: OTP });

  const proxied = testServer({ env: { ...OTP, TRUST_PROXY: '10.0.0.0/8' } });

  const lookUp = (on: TestServer, from: string, headers: Record<string, string> = {}) =>
    on.call('GET', `/user/${on.newPhone()}`, { from, headers });

  /** Uses up the codes of an address. */
  async function useUp(on: TestServer, from: string, headers: Record<string, string> = {}) {
    for (const _code of [1, 2, 3]) {
      expect((await lookUp(on, from, headers)).body.code).toBe('user/challenge');
    }
  }

  test('an address gets so many codes an hour, for any numbers', async () => {
    server().clock.at = Math.floor(server().clock.at / HOUR_MS) * HOUR_MS + 20 * 60_000;
    await useUp(server(), '198.51.100.7');
    const again = () => lookUp(server(), '198.51.100.7');
    const refused = await expectRefused(server(), again, 429, 'rate/limited');
    expect(refused.headers['retry-after']).toBe('2400');
    expect((await lookUp(server(), '198.51.100.8')).body.code).toBe('user/challenge');
    server().clock.at += 40 * 60_000;
    expect((await again()).body.code).toBe('user/challenge');
  });

  test('asking for a code that runs already counts for none', async () => {
    const phone = server().newPhone();
    const from = '198.51.100.17';
    for (const _again of [1, 2, 3, 4, 5]) {
      const { body } = await server().call('GET', `/user/${phone}`, { from });
      expect(body.code).toBe('user/challenge');
    }
  });

  const guess = (id: string, code: string, from: string) =>
    server().call('POST', `/user/challenge/${id}`, { body: { code }, from });

  /** The counts of tries during a call. */
  async function counting() {
    const { db, clock } = server();
    const sign = await openSignatures(db);
    return { db, now: () => clock.at, sign, config: readConfig(OTP) };
  }

  /** Tries this many codes from an address at challenges that wait for one. */
  async function tryFrom(from: string, times: number, isRight: boolean): Promise<void> {
    const services = await counting();
    const request = { ip: from, log: { warn: () => {} } } as unknown as FastifyRequest;
    for (let tried = 0; tried < times; tried += 1) {
      await countTry(
        services,
        request,
        async () => isRight,
        (outcome) => outcome,
      );
    }
  }

  const HERE = '127.0.0.1';

  test('an address tries a hundred wrong codes an hour, however many it may ask for', async () => {
    server().clock.at += HOUR_MS;
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const [sent] = await inboxOf(server(), phone);
    await tryFrom(HERE, 99, false);
    const wrong = await guess(id, wrongCode(sent?.code), HERE);
    expect(wrong.body.code).toBe('challenge/wrong-code');
    const right = () => guess(id, sent?.code ?? '', HERE);
    await expectRefused(server(), right, 429, 'rate/limited');
  });

  test('codes for challenges that nobody has lock nobody out', async () => {
    server().clock.at += HOUR_MS;
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const [sent] = await inboxOf(server(), phone);
    const junk = Array.from({ length: 150 }, () => guess('unknown', '123456', HERE));
    for (const { status } of await Promise.all(junk)) expect(status).toBe(410);
    expect((await guess(id, sent?.code ?? '', HERE)).body.code).toBe('user/unknown');
  });

  test('right codes are no wrong tries, and bring an address more of both', async () => {
    server().clock.at += 2 * HOUR_MS;
    await tryFrom(HERE, 99, false);
    for (const _phone of [1, 2]) {
      expect((await passChallenge(server(), server().newPhone())).body.code).toBe('user/unknown');
    }
    // Two have signed in, so four wrong codes and four codes more than the others' limit.
    await tryFrom(HERE, 5, false);
    await expect(tryFrom(HERE, 1, false)).rejects.toMatchObject({ code: 'rate/limited' });
    for (const _phone of [3, 4, 5, 6, 7]) await askForCode(server(), server().newPhone());
    const eighth = () => server().lookUp(server().newPhone());
    await expectRefused(server(), eighth, 429, 'rate/limited');
  });

  test('wrong codes at once are all counted', async () => {
    const from = '198.51.100.67';
    const tries = Array.from({ length: 105 }, () => tryFrom(from, 1, false));
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  });

  test('a thousand wrong codes in an hour, from anywhere, are warned of once', async () => {
    server().clock.at += HOUR_MS;
    const services = await counting();
    const warn = vi.fn();
    const watched = (ip: string, isRight: boolean) =>
      countTry(
        services,
        { ip, log: { warn } } as unknown as FastifyRequest,
        async () => isRight,
        (outcome) => outcome,
      );
    for (let tried = 0; tried < 999; tried += 1) await watched(`198.51.100.${tried % 20}`, false);
    await watched('198.51.100.30', true);
    expect(warn).not.toHaveBeenCalled();
    for (const _wrong of [1, 2]) await watched('198.51.100.31', false);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { tries: 1000 },
      'so many wrong sign-in codes in one hour: somebody may be guessing',
    );
  });

  test('the addresses of one customer’s IPv6 count as one', async () => {
    await useUp(server(), '2001:db8:1:2::1');
    for (const same of ['2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:a:b:c:d']) {
      await expectRefused(server(), () => lookUp(server(), same), 429, 'rate/limited');
    }
    expect((await lookUp(server(), '2001:db8:1:3::1')).body.code).toBe('user/challenge');
  });

  /** The number of codes that networks get, one each, until one is refused. */
  async function askedFrom(networks: string[]): Promise<number> {
    for (const [asked, network] of networks.entries()) {
      if ((await lookUp(server(), network)).status !== 200) return asked;
    }
    return networks.length;
  }

  test.each([
    ['a /56', 6, (at: number) => `2001:db8:aa:b${at.toString(16).padStart(3, '0').slice(1)}::1`],
    ['a /48', 12, (at: number) => `2001:db8:bb:${at.toString(16)}00::1`],
  ])('whoever has %s and goes through its networks has a bound too', async (_what, most, of) => {
    const networks = Array.from({ length: 20 }, (_, at) => of(at));
    expect(await askedFrom(networks)).toBe(most);
    // A refused try does not count for others of the same provider.
    expect((await lookUp(server(), '2001:db8:cc::1')).body.code).toBe('user/challenge');
  });

  test('a network that is refused shuts out no other of its /48', async () => {
    await useUp(server(), '2001:db8:dd:1::1');
    for (let again = 0; again < 20; again += 1) {
      expect((await lookUp(server(), '2001:db8:dd:1::1')).status).toBe(429);
    }
    expect((await lookUp(server(), '2001:db8:dd:200::1')).body.code).toBe('user/challenge');
  });

  test('wrong codes are bounded in each of them too', async () => {
    for (const [bits, network] of [
      [56, (at: number) => `2001:db8:ee:10${at % 8}::1`],
      [48, (at: number) => `2001:db8:ff:${at % 8}00::1`],
    ] as const) {
      let tried = 0;
      const all = bits === 56 ? 200 : 400;
      await expect(
        (async () => {
          for (; tried < 500; tried += 1) await tryFrom(network(tried), 1, false);
        })(),
      ).rejects.toMatchObject({ code: 'rate/limited' });
      expect(tried).toBe(all);
    }
  });

  test('IPv4 inside IPv6 is the same address, however it is written', async () => {
    await useUp(server(), '198.51.100.27');
    for (const same of [
      '::ffff:198.51.100.27',
      '::FFFF:c633:641b',
      '0:0:0:0:0:ffff:c633:641b',
      '::198.51.100.27',
    ]) {
      await expectRefused(server(), () => lookUp(server(), same), 429, 'rate/limited');
    }
    expect((await lookUp(server(), '::ffff:c633:641c')).body.code).toBe('user/challenge');
  });

  test("a caller's own claim about their address is ignored", async () => {
    await useUp(server(), '198.51.100.37', { 'x-forwarded-for': '203.0.113.1' });
    const call = () => lookUp(server(), '198.51.100.37', { 'x-forwarded-for': '203.0.113.2' });
    await expectRefused(server(), call, 429, 'rate/limited');
  });

  test('behind a proxy that is trusted, its callers have addresses of their own', async () => {
    const through = (address: string) => ({ 'x-forwarded-for': address });
    await useUp(proxied(), '10.1.2.3', through('203.0.113.1'));
    const again = () => lookUp(proxied(), '10.1.2.3', through('203.0.113.1'));
    await expectRefused(proxied(), again, 429, 'rate/limited');
    // The proxy adds the address it saw at the end: anything before it is the caller's own claim.
    const forged = () => lookUp(proxied(), '10.1.2.3', through('203.0.113.99, 203.0.113.1'));
    await expectRefused(proxied(), forged, 429, 'rate/limited');
    const other = await lookUp(proxied(), '10.1.2.3', through('203.0.113.2'));
    expect(other.body.code).toBe('user/challenge');
  });

  test.each([
    ['203.0.113.11:40001', ['203.0.113.11:40002', '203.0.113.11']],
    ['[2001:db8:5::1]:40001', ['[2001:db8:5::2]:443', '[2001:db8:5::1]', '2001:db8:5::1']],
  ])('the port that a proxy writes with an address (%s) counts for nothing', async (one, same) => {
    const through = (address: string) => ({ 'x-forwarded-for': address });
    await useUp(proxied(), '10.1.2.3', through(one));
    for (const address of same) {
      const call = () => lookUp(proxied(), '10.1.2.3', through(address));
      await expectRefused(proxied(), call, 429, 'rate/limited');
    }
  });

  test('an invalid address from a proxy counts as the proxy’s own', async () => {
    const through = (text: string) => ({ 'x-forwarded-for': text });
    for (const [index, text] of ['unknown', '_hidden', '203.0.113.999'].entries()) {
      const { status } = await lookUp(proxied(), '10.9.9.9', through(text));
      expect(status, `${index} ${text}`).toBe(200);
    }
    for (const text of ['', 'another', '1.2.3.4.5:1', '[nothing]:1']) {
      const call = () => lookUp(proxied(), '10.9.9.9', text === '' ? {} : through(text));
      await expectRefused(proxied(), call, 429, 'rate/limited');
    }
  });

  test('calls at once are all counted', async () => {
    const services = await counting();
    const request = { ip: '198.51.100.47' } as FastifyRequest;
    const calls = Array.from({ length: 8 }, () => countCall(services, request, 'code'));
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('no address is kept, and no count for longer than it counts', async () => {
    await lookUp(server(), '198.51.100.57');
    const counts = () => server().db.selectFrom('address_counts').selectAll().execute();
    expect(JSON.stringify(await counts())).not.toContain('198.51');
    server().clock.at += 2 * HOUR_MS;
    await sweep(server().services, server().app.log);
    // The count of the day's texts identifies no player.
    expect((await counts()).filter(({ address_hash }) => address_hash !== 'all')).toEqual([]);
    server().clock.at += 25 * HOUR_MS;
    await sweep(server().services, server().app.log);
    expect(await counts()).toEqual([]);
  });

  test('a right code found after the hour has changed is returned to the hour of its try', async () => {
    const services = await counting();
    const request = { ip: '198.51.100.99', log: { warn: () => {} } } as unknown as FastifyRequest;
    const attempt = async () => {
      server().clock.at += HOUR_MS;
      return true;
    };
    await countTry(services, request, attempt, (isRight) => isRight);
    const address_hash = services.sign('address', '198.51.100.99');
    const tries = await server()
      .db.selectFrom('address_counts')
      .select('calls')
      .where('kind', '=', 'code-try')
      .where('address_hash', '=', address_hash)
      .execute();
    expect(tries).toEqual([{ calls: 0 }]);
  });
});

describe('limits of a player', () => {
  const OF_A_PLAYER = 8;

  const OF_AN_ADDRESS = 20;

  const server = testServer({
    env: {
      PLAYER_CALLS_PER_MINUTE: String(OF_A_PLAYER),
      ADDRESS_CALLS_PER_MINUTE: String(OF_AN_ADDRESS),
      TRUST_PROXY: '10.0.0.0/8',
    },
  });

  afterAll(() => void vi.useRealTimers());

  /** So far on that earlier calls are forgotten; time stops until it is moved. */
  function toANewMinute(): void {
    const later = Date.now() + 2 * 60_000;
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(later);
  }

  const read = (player: Pick<TestPlayer, 'token'>, from: string) =>
    server().call('GET', '/user/dailyplays', {
      from,
      headers: { authorization: `Bearer ${player.token}` },
    });

  /** A call that asks for no token. */
  const prices = (from: string, on: TestServer = server(), headers = {}) =>
    on.call('GET', '/misc/config', { from, headers });

  async function many<Reply>(calls: number, make: () => Promise<Reply>): Promise<Reply[]> {
    return Promise.all(Array.from({ length: calls }, make));
  }

  const ANSWERED = { status: 200 };

  const REFUSED = {
    status: 429,
    headers: expect.objectContaining({ 'retry-after': '6' }),
    body: {
      status: false,
      data: null,
      code: 'rate/limited',
      message: 'That was asked for too often. Please try again later.',
    },
  };

  test('a player has so many calls a minute, whatever their address, and nobody else is kept waiting by it', async () => {
    const [flooding, other] = [await server().signUp(), await server().signUp()];
    toANewMinute();
    for (const reply of await many(OF_A_PLAYER, () => read(flooding, '198.51.100.1'))) {
      expect(reply).toMatchObject(ANSWERED);
    }
    const refused = await many(OF_AN_ADDRESS, () => read(flooding, '198.51.100.2'));
    for (const reply of refused) expect(reply).toMatchObject(REFUSED);
    // A refused call does not count against the address.
    for (const address of ['198.51.100.1', '198.51.100.2']) {
      expect(await read(other, address)).toMatchObject(ANSWERED);
    }
    expect(await processMetrics.metrics()).toMatch(/^fom_limited_calls_total\{by="player"\} \d+/m);
    // A tenth of a minute later a tenth of the limit is available again.
    vi.setSystemTime(Date.now() + 8_000);
    expect(await read(flooding, '198.51.100.1')).toMatchObject(ANSWERED);
    expect(await read(flooding, '198.51.100.1')).toMatchObject(REFUSED);
  });

  test('a player who signs in again and again has no more calls by it', async () => {
    const player = await server().signUp();
    const { db, clock } = server();
    const tokens = [player.token, await openSession(db, player.id, clock.at + 1)];
    toANewMinute();
    for (let calls = 0; calls < OF_A_PLAYER; calls += 1) {
      player.token = String(tokens[calls % 2]);
      expect(await read(player, '198.51.100.3')).toMatchObject(ANSWERED);
    }
    for (const token of tokens) {
      player.token = token;
      expect(await read(player, '198.51.100.3')).toMatchObject(REFUSED);
    }
  });

  test.each([
    ['IPv4', '198.51.100.11', '::ffff:198.51.100.11', '198.51.100.12'],
    [
      'IPv6, where a customer has a whole network',
      '2001:db8:1:1::1',
      '2001:db8:1:1:f::2',
      '2001:db8:1:2::1',
    ],
  ])('an address has so many calls a minute, of %s', async (_kind, first, same, other) => {
    toANewMinute();
    for (const reply of await many(OF_AN_ADDRESS, () => prices(first))) {
      expect(reply).toMatchObject(ANSWERED);
    }
    expect(await prices(same)).toMatchObject(REFUSED);
    expect(await prices(other)).toMatchObject(ANSWERED);
  });

  test('made-up tokens use up neither what players of their address have, nor what visitors have', async () => {
    const player = await server().signUp();
    const from = '198.51.100.21';
    const shown = (authorization: string) => prices(from, server(), { authorization });
    toANewMinute();
    let made = 0;
    const replies = await many(OF_AN_ADDRESS + 5, () => {
      made += 1;
      return shown(made % 2 ? `Bearer made-up-${made}` : `Bearer ${sha256(String(made))}`);
    });
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
    const [begin, end] = [player.token.slice(0, 40), player.token.slice(40)];
    for (const token of [`${begin}${end === 'AAA' ? 'BBB' : 'AAA'}`, '_'.repeat(43)]) {
      expect(await shown(`Bearer ${token}`)).toMatchObject(REFUSED);
    }
    // A result by its round's own secret is not one of them.
    expect(await shown(`Round ${sha256('round')}`)).toMatchObject(ANSWERED);
    expect(await processMetrics.metrics()).toMatch(/_calls_total\{by="unknown-token"\} \d+/);
    expect(await read(player, from)).toMatchObject(ANSWERED);
    expect(await prices(from)).toMatchObject(ANSWERED);
  });

  test('a token that has ended uses up nothing of what its player has', async () => {
    const player = await server().signUp();
    const { db, clock } = server();
    const lost = { token: await openSession(db, player.id, clock.at + 1) };
    await endOtherSessions(db, { playerId: player.id, family: sha256(player.token) });
    expect((await read(lost, '198.51.100.24')).status).toBe(401);
    toANewMinute();
    for (const { status } of await many(OF_A_PLAYER + 5, () => read(lost, '198.51.100.24'))) {
      expect(status).toBe(401);
    }
    for (const reply of await many(OF_A_PLAYER, () => read(player, '198.51.100.24'))) {
      expect(reply).toMatchObject(ANSWERED);
    }
  });

  test('nor does one that is shown where none is asked for', async () => {
    const player = await server().signUp();
    const { db, clock } = server();
    const lost = await openSession(db, player.id, clock.at + 1);
    await endOtherSessions(db, { playerId: player.id, family: sha256(player.token) });
    const from = '198.51.100.25';
    const show = () => prices(from, server(), { authorization: `Bearer ${lost}` });
    await show();
    toANewMinute();
    for (const reply of await many(OF_A_PLAYER, show)) expect(reply).toMatchObject(ANSWERED);
    for (const reply of await many(OF_A_PLAYER, () => read(player, from))) {
      expect(reply).toMatchObject(ANSWERED);
    }
  });

  test("signed-in players are answered though visitors use up their address's limit, and the reverse", async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => server().signUp()));
    const from = '198.51.100.22';
    toANewMinute();
    await many(OF_AN_ADDRESS, () => prices(from));
    expect(await prices(from)).toMatchObject(REFUSED);
    for (const player of players) {
      const reads = await many(OF_A_PLAYER, () => read(player, from));
      for (const reply of reads) expect(reply).toMatchObject(ANSWERED);
    }
  });

  test('a token from before tokens named their player is as good as any', async () => {
    const { db } = server();
    const player = await server().signUp();
    const older = Buffer.alloc(32, 255).toString('base64url');
    await db
      .updateTable('sessions')
      .set({ token_hash: sha256(older) })
      .where('token_hash', '=', sha256(player.token))
      .execute();
    player.token = older;
    toANewMinute();
    expect(await read(player, '198.51.100.23')).toMatchObject(ANSWERED);
  });

  test('callers behind a trusted proxy are distinguished', async () => {
    toANewMinute();
    const through = (address: string) =>
      prices('10.1.2.3', server(), { 'x-forwarded-for': address });
    await many(OF_AN_ADDRESS, () => through('203.0.113.1'));
    expect(await through('203.0.113.1:40001')).toMatchObject(REFUSED);
    expect(await through('203.0.113.2')).toMatchObject(ANSWERED);
  });

  test('monitoring is never refused', async () => {
    toANewMinute();
    const from = '127.0.0.1';
    await many(OF_AN_ADDRESS, () => prices(from));
    for (const url of ['/healthz', '/readyz', '/metrics']) {
      const { statusCode } = await server().app.inject({ url, remoteAddress: from });
      expect(statusCode, url).toBe(200);
    }
  });

  test('addresses without end are not remembered for ever, and one that floods is', () => {
    toANewMinute();
    const buckets = openBuckets(100);
    for (let call = 0; call < 10; call += 1) buckets.take('flooding', 10);
    for (let address = 0; address < 5000; address += 1) {
      expect(buckets.take(`address ${address}`, 10)).toBe(true);
      expect(buckets.take('flooding', 10)).toBe(false);
    }
    expect(buckets.size()).toBeLessThanOrEqual(200);
  });
});
