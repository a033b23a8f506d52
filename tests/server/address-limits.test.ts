import { expect, test } from 'vitest';
import { openSignatures } from '../../server/accounts/signatures.ts';
import { countCall } from '../../server/address-limits.ts';
import { readConfig } from '../../server/config.ts';
import { sweep } from '../../server/sweep.ts';
import { expectRefused, type TestServer, testServer } from '../support/server.ts';
import { answerChallenge, askForCode } from '../support/sign-in.ts';

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

test('an address tries twice as many codes an hour', async () => {
  const ids: string[] = [];
  for (const _code of [1, 2]) {
    server().clock.at += HOUR_MS;
    ids.push(await askForCode(server(), server().newPhone()));
  }
  for (let tried = 0; tried < 6; tried += 1) {
    const { status } = await answerChallenge(server(), 'unknown', '123456');
    expect(status).toBe(410);
  }
  const call = () => answerChallenge(server(), ids[1] ?? '', '123456');
  await expectRefused(server(), call, 429, 'rate/limited');
});

test('the addresses of one customer’s IPv6 count as one', async () => {
  await useUp(server(), '2001:db8:1:2::1');
  for (const same of ['2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:a:b:c:d']) {
    await expectRefused(server(), () => lookUp(server(), same), 429, 'rate/limited');
  }
  expect((await lookUp(server(), '2001:db8:1:3::1')).body.code).toBe('user/challenge');
});

test('IPv4 inside IPv6 is the same address', async () => {
  await useUp(server(), '198.51.100.27');
  const call = () => lookUp(server(), '::ffff:198.51.100.27');
  await expectRefused(server(), call, 429, 'rate/limited');
});

test('what a caller says of their address is not believed', async () => {
  await useUp(server(), '198.51.100.37', { 'x-forwarded-for': '203.0.113.1' });
  const call = () => lookUp(server(), '198.51.100.37', { 'x-forwarded-for': '203.0.113.2' });
  await expectRefused(server(), call, 429, 'rate/limited');
});

test('behind a proxy that is trusted, its callers have addresses of their own', async () => {
  const through = (address: string) => ({ 'x-forwarded-for': address });
  await useUp(proxied(), '10.1.2.3', through('203.0.113.1'));
  const again = () => lookUp(proxied(), '10.1.2.3', through('203.0.113.1'));
  await expectRefused(proxied(), again, 429, 'rate/limited');
  // The proxy adds the address it saw at the end: what stands before it is the caller's word.
  const forged = () => lookUp(proxied(), '10.1.2.3', through('203.0.113.99, 203.0.113.1'));
  await expectRefused(proxied(), forged, 429, 'rate/limited');
  const other = await lookUp(proxied(), '10.1.2.3', through('203.0.113.2'));
  expect(other.body.code).toBe('user/challenge');
});

test('calls at once are all counted', async () => {
  const { db, clock } = server();
  const game = { db, now: () => clock.at, sign: await openSignatures(db), config: readConfig(OTP) };
  const request = { ip: '198.51.100.47' } as Parameters<typeof countCall>[1];
  const calls = Array.from({ length: 8 }, () => countCall(game, request, 'code'));
  const ended = await Promise.allSettled(calls);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('no address is kept, and no count for longer than it counts', async () => {
  await lookUp(server(), '198.51.100.57');
  const counts = () => server().db.selectFrom('address_counts').selectAll().execute();
  expect(JSON.stringify(await counts())).not.toContain('198.51');
  server().clock.at += 2 * HOUR_MS;
  await sweep(server().game, server().app.log);
  expect(await counts()).toEqual([]);
});
