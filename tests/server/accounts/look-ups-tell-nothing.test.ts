import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { createPlayer } from '../../../server/accounts/players.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import type { Db } from '../../../server/database/tables.ts';
import { newKey, type TestServer, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof, stored } from '../../support/sign-in.ts';

// The server's own periodic work would add queries.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  return () => void vi.useRealTimers();
});

/**
 * The asker about a number, with an account or without: another player, from an address of their
 * own.
 */
type Asker = {
  server: TestServer;
  token: string;
  from: string;
};

type Ask = (asker: Asker, phone: string) => Promise<Reply>;

const FIELDS = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

/** A call without a token, or with the asker's own. */
const as =
  (who: 'nobody' | 'another player') =>
  (
    method: 'GET' | 'POST' | 'DELETE',
    path: (phone: string, at: number) => string,
    body?: (phone: string) => object,
    api?: string,
  ): Ask =>
  ({ server, token, from }, phone) =>
    server.call(method, path(phone, server.clock.at), {
      from,
      headers: {
        'idempotency-key': newKey(),
        ...(who !== 'nobody' && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: body(phone) }),
      ...(api !== undefined && { api }),
    });

const [byNobody, byAnother] = [as('nobody'), as('another player')];
const user = (phone: string) => `/user/${phone}`;
const airtime = '/payments/subscription/airtime/verify';
const daily = '/payments/subscription/ondemand/airtime/verify';
/** Signed for another number. */
const wrongly = (phone: string, at: number) =>
  `${user(phone)}?proof=${operatorProof('08039999955', at)}`;

/** A wrong code for the challenge of a look-up. */
const tryCode: Ask = async (asker, phone) => {
  const { server, from } = asker;
  const { meta } = (await byNobody('GET', user)(asker, phone)).body;
  const { id } = (meta?.challenge ?? { id: 'x'.repeat(22) }) as { id: string };
  const headers = { 'idempotency-key': newKey() };
  return server.call('POST', `/user/challenge/${id}`, { from, headers, body: { code: '000000' } });
};

const ASKS: [string, Ask][] = [
  ['a look-up', byNobody('GET', user)],
  ["a look-up with another player's token", byAnother('GET', user)],
  ['a look-up with a proof of another number', byNobody('GET', wrongly)],
  ['a look-up with a proof that is none', byNobody('GET', (phone) => `${user(phone)}?proof=v1.x`)],
  [
    'a second look-up',
    async (asker, phone) => {
      await byNobody('GET', user)(asker, phone);
      return byNobody('GET', user)(asker, phone);
    },
  ],
  ['a code that is tried', tryCode],
  [
    'a sign-up without a proof',
    byNobody(
      'POST',
      () => '/user/',
      (phone) => ({ ...FIELDS, phone }),
    ),
  ],
  ['a question for its plan', byNobody('GET', (phone) => `${airtime}/${phone}`)],
  [
    "a question for its plan with another's token",
    byAnother('GET', (phone) => `${airtime}/${phone}`),
  ],
  [
    "a question for its day's plan with another's token",
    byAnother('GET', (phone) => `${daily}/${phone}`),
  ],
  [
    "an order with another's token",
    byAnother('GET', (phone) => `/payments/subscribe/airtime/${phone}`),
  ],
  [
    'a look-up of its wallet',
    byAnother('GET', (phone) => `/collections/search?msisdn=${phone}`, undefined, '/mobile-money'),
  ],
  [
    'charges on its wallet',
    byAnother('GET', (phone) => `/charges?msisdn=${phone}&amount=100`, undefined, '/mobile-money'),
  ],
  [
    'a message in its name',
    byNobody(
      'POST',
      () => '/contact',
      (phone) => ({
        phone,
        email: FIELDS.email,
        subject: 'Hello',
        message: 'A question',
        type: 'general',
      }),
      '/api/v1',
    ),
  ],
];

/** The queries to the database meanwhile, statement by statement. */
async function watch<Value>(db: Db, work: () => Promise<Value>) {
  let holder: object = db.getExecutor();
  while (!Object.hasOwn(holder, 'executeQuery')) holder = Object.getPrototypeOf(holder);
  const asked = vi.spyOn(holder as { executeQuery: Db['executeQuery'] }, 'executeQuery');
  onTestFinished(() => asked.mockRestore());
  const value = await work();
  const statements = asked.mock.calls.map(([query]) => (query as { sql: string }).sql);
  asked.mockRestore();
  return { value, statements };
}

describe.each(['otp', 'operator'])('where players sign in by the policy %s', (policy) => {
  const env = {
    SIGN_IN_POLICY: policy,
    OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
    MESSAGES_PER_HOUR: '1000',
  };
  const server = testServer({ env });
  let asked = 0;

  async function account(phone: string) {
    const { db, clock } = server();
    const fields = { ...FIELDS, phone: stored(phone) };
    const id = await db.transaction().execute((trx) => createPlayer(trx, fields, clock.at));
    return openSession(db, id, clock.at);
  }

  /** Everything that an asker learns about a number, from an address that has asked nothing yet. */
  async function learn(ask: Ask, phone: string) {
    asked += 1;
    const token = await account(server().newPhone());
    const asker = { server: server(), token, from: `203.0.${policy.length}.${asked}` };
    const { value, statements } = await watch(server().db, () => ask(asker, phone));
    const { status, body } = value;
    // Without random values and the number itself.
    const told = JSON.stringify(body)
      .replaceAll(/"(id|accountId)":"[\w-]{22,43}"/g, '')
      .replaceAll(phone, '');
    return { status, told, statements };
  }

  test.each(ASKS)(
    '%s says the same of a number with an account as of one without, for the same work',
    async (_what, ask) => {
      const [with_, without] = [server().newPhone(), server().newPhone()];
      await account(with_);
      expect(await learn(ask, with_)).toEqual(await learn(ask, without));
    },
  );
});
