import { describe, expect, test } from 'vitest';
import { allEndpoints } from '../../../scripts/lib/all-endpoints.ts';
import { createPlayer } from '../../../server/accounts/players.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { BASE_PATHS, type Endpoint } from '../../../src/contract/endpoint.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { endSessionsOf } from '../../support/end-sessions.ts';
import { newKey, testServer } from '../../support/server.ts';

const endpoints = await allEndpoints();
const whoMay = (who: Endpoint['who']) => endpoints.filter(({ endpoint }) => endpoint.who === who);

/** A new call without a token must be listed here. */
const OPEN_TO_ANYONE = [
  ...['deleteUser', 'getCardKey', 'getConfig', 'getDraw', 'getDrawList', 'getDrawPaths'],
  ...['getPublicKey', 'getUser', 'postCampaign', 'postCardWebhook', 'postChallenge'],
  ...['postClientReports', 'postContact', 'postFundWallet', 'postLogout', 'postUser'],
];

test('the calls that anyone may make are these', () => {
  expect(whoMay('anyone').map(({ name }) => name)).toEqual(expect.arrayContaining(OPEN_TO_ANYONE));
  expect(whoMay('anyone')).toHaveLength(OPEN_TO_ANYONE.length);
});

describe.each([
  ['open', {}],
  ['otp', {}],
  ['operator', { OPERATOR_PROOF_SECRET: 's'.repeat(32) }],
])('where players sign in by the policy %s', (SIGN_IN_POLICY, env) => {
  const server = testServer({ env: { SIGN_IN_POLICY, ...env } });

  /** A player and the token of a sign-in so many days ago. */
  async function player(daysAgo = 0) {
    const { db, clock, newPhone } = server();
    const phone = newPhone.call(server()).replace(/^0/, '234');
    const email = `${phone}@example.com`;
    const fields = { name: 'ada', email, phone, platform: 'rave' };
    const id = await db.transaction().execute((trx) => createPlayer(trx, fields, clock.at));
    return { id, phone, email, token: await openSession(db, id, clock.at - daysAgo * DAY_MS) };
  }

  async function ask({ method, base = 'product', path }: Endpoint, phone: string, token?: string) {
    const url = path.replace(':phone', phone).replaceAll(/:\w+/g, '1');
    const reply = await server().app.inject({
      method,
      url: `${BASE_PATHS[base]}${url}`,
      headers: {
        'idempotency-key': newKey(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(method === 'GET' ? {} : { payload: {} }),
    });
    return { status: reply.statusCode, code: reply.json()?.code, body: reply.body };
  }

  test('no call of a player is answered without a token that is good', async () => {
    const ada = await player();
    const [revoked, expired] = [await player(), await player(61)];
    await endSessionsOf(server().db, revoked.id);
    const before = await server().snapshot();
    const closed = (['player', 'number', 'round'] as const).flatMap(whoMay);
    expect(closed.length).toBeGreaterThan(40);
    for (const { name, endpoint } of closed) {
      for (const [what, phone, token] of [
        ['no token', ada.phone, undefined],
        ['none that was ever given', ada.phone, 'x'.repeat(43)],
        ['a revoked one', revoked.phone, revoked.token],
        ['an expired one', expired.phone, expired.token],
      ] as const) {
        const { status, code } = await ask(endpoint, phone, token);
        expect({ status, code }, `${name} with ${what}`).toEqual({
          status: 401,
          code: 'session/required',
        });
      }
    }
    expect(await server().snapshot()).toEqual(before);
  });

  test("the calls of a number are refused with another player's token, as is what they change", async () => {
    const [ada, bola] = [await player(), await player()];
    const before = await server().snapshot();
    for (const { name, endpoint } of whoMay('number')) {
      const { status, code } = await ask(endpoint, ada.phone, bola.token);
      expect({ status, code }, name).toEqual({ status: 403, code: 'user/not-yours' });
    }
    expect(await server().snapshot()).toEqual(before);
  });

  test("a player reads their own data, whatever number comes with another's token", async () => {
    const [ada, bola] = [await player(), await player()];
    for (const { name, endpoint } of whoMay('player')) {
      if (endpoint.effect !== 'safe') continue;
      const own = await ask(endpoint, ada.phone, ada.token);
      expect(own.status, name).not.toBe(401);
      const { body } = await ask(endpoint, ada.phone, bola.token);
      for (const personal of [ada.phone, ada.email]) expect(body, name).not.toContain(personal);
    }
  });
});
