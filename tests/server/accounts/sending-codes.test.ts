import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '../../../server/accounts/sign-in/codes.ts';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { dayOf } from '../../../src/rules/calendar.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, challengeOf, inboxOf } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const MINUTE_MS = 60_000;
const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });
const sandbox = () => server().operator.fetch;

/** Makes the SMS provider answer otherwise while `work` runs. */
async function whileSmsAnswers(answer: () => Promise<Response>, work: () => Promise<void>) {
  const fetch = sandbox();
  server().operator.fetch = answer;
  await work();
  server().operator.fetch = fetch;
}

// Each test has a minute of its own, so that a provider that was down in the test before is asked
// again.
beforeEach(() => {
  server().clock.at += MINUTE_MS;
  vi.useFakeTimers({ toFake: ['Date'], now: server().clock.at });
});
afterAll(() => {
  vi.useRealTimers();
});

test.runIf(TEST_DATABASE_URL !== '')(
  'the first look-ups ever, many of one number at once, send one code',
  async () => {
    expect(await server().db.selectFrom('challenges').selectAll().execute()).toEqual([]);
    const phone = server().newPhone();
    const replies = await Promise.all(Array.from({ length: 18 }, () => server().lookUp(phone)));
    expect(new Set(replies.map((reply) => challengeOf(reply).id)).size).toBe(1);
    expect(await inboxOf(server(), phone)).toHaveLength(1);
  },
);

test('codes have six digits, come from the whole range, and follow from a key that is secret', async () => {
  const sign = await openSignatures(server().db);
  const ids = Array.from({ length: 5000 }, (_, id) => ({ id: `id ${id}`, phone: '2348030000001' }));
  const codes = ids.map((one) => codeOf(sign, one));
  expect(ids.map((one) => codeOf(sign, one))).toEqual(codes);
  expect(codeOf((_purpose, text) => sign('proof', text), ids[0] ?? { id: '', phone: '' })).not.toBe(
    codes[0],
  );
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  for (const place of [0, 1, 2, 3, 4, 5]) {
    expect(new Set(codes.map((code) => code[place])).size).toBe(10);
  }
  // 5000 evenly drawn codes out of a million have about a dozen pairs: a smaller range would have
  // many more.
  expect(new Set(codes).size).toBeGreaterThan(4900);
});

test.each([
  ['refuses the number', 400],
  ['does not know us', 401],
  ['has had too many texts', 429],
  ['is closed', 503],
])(
  'the player learns that no code was sent if the provider %s, and no minute is lost',
  async (_, status) => {
    const phone = server().newPhone();
    await whileSmsAnswers(
      async () => new Response('', { status }),
      async () => {
        for (const _again of [1, 2]) {
          const call = () => server().lookUp(phone);
          const reply = await expectRefused(server(), call, 502, 'sms/failed');
          expect(reply.body.message).toBe('The code could not be sent. Please try again.');
        }
      },
    );
    await askForCode(server(), phone);
    expect(await inboxOf(server(), phone)).toHaveLength(1);
  },
);

test.each([
  ['takes the text and never says so', () => Promise.reject(new Error('time-out'))],
  ['breaks down over it', async () => new Response('', { status: 500 })],
])('a number gets one code a minute and ten a day from a provider that %s', async (_, answer) => {
  const phone = server().newPhone();
  server().clock.at = dayOf(server().clock.at).endsAt + 11 * 3_600_000;
  const startedAt = server().clock.at;
  const fetch = sandbox();
  let texts = 0;
  const slow = async (url: string, init: Parameters<typeof fetch>[1]) => {
    texts += 1;
    await fetch(url, init);
    return answer();
  };
  server().operator.fetch = slow;
  for (let minute = 0; minute < 12; minute += 1) {
    server().clock.at = startedAt + minute * MINUTE_MS;
    vi.setSystemTime(server().clock.at);
    const statuses = [];
    for (const _again of [1, 2, 3]) statuses.push((await server().lookUp(phone)).status);
    // A code that may have been sent can be answered.
    expect(statuses).toEqual(minute < 10 ? [502, 200, 200] : [200, 200, 200]);
  }
  server().operator.fetch = fetch;
  expect(texts).toBe(10);
});

test('a code that came although the provider never answered is good', async () => {
  const phone = server().newPhone();
  const fetch = sandbox();
  server().operator.fetch = async (url, init) => {
    await fetch(url, init);
    throw new Error('time-out');
  };
  expect((await server().lookUp(phone)).body.code).toBe('sms/failed');
  server().operator.fetch = fetch;
  const id = await askForCode(server(), phone);
  const [text, ...more] = await inboxOf(server(), phone);
  expect(more).toEqual([]);
  expect((await answerChallenge(server(), id, text?.code ?? '')).body.code).toBe('user/unknown');
});
