// @module-tag full
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { allEndpoints, type NamedEndpoint } from '../../../scripts/lib/all-endpoints.ts';
import type { SignInPolicy } from '../../../server/config/sign-in.ts';
import { codesOf, type Endpoint } from '../../../src/contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '../../../src/contract/error-codes.ts';
import { readRows } from '../../../src/contract/rows.ts';
import { buildBank } from '../../support/bank.ts';
import { callsOf, type DrawnCall, wholeCallsOf } from '../../support/fuzz/calls.ts';
import { Cast } from '../../support/fuzz/cast.ts';
import { requestOf } from '../../support/fuzz/send.ts';
import { testServer } from '../../support/server.ts';
import { OPERATOR_SECRET } from '../../support/sign-in.ts';
import { giveTickets, seal } from '../raffle/raffle-calls.ts';

/** `FUZZ_REQUESTS=20000` makes as many calls, `FUZZ_SEED` different ones (testing.md#stages). */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);

/** A player who has used up the day drops out, and so does one that others met this often. */
const CALLS_OF_A_CAST = 100;

const endpoints = await allEndpoints();

/** The calls that the sign-in policy decides about. */
const ofSignIn = endpoints.filter(({ name, endpoint: { who, codes = [] } }) => {
  const asksForProof = codes.some(
    (code) => code === 'user/challenge' || code.endsWith('/proof-needed'),
  );
  return asksForProof || who === 'number' || name === 'postChallenge';
});

const ASKED: [SignInPolicy, NamedEndpoint[]][] = [
  ['open', endpoints],
  ['operator', ofSignIn],
  ['otp', ofSignIn],
];
const CALLS = Math.ceil(REQUESTS / ASKED.flatMap(([, asked]) => asked).length);

/** At least this many of each are valid ones, because a schema alone may draw none. */
const WHOLE_CALLS = Math.ceil(CALLS / 5);

/** A provider's stand-in refused on purpose, the only reason for a 502. */
let hasProviderFailed = false;

/**
 * After these another player is needed, who has nothing yet: deleted, signed in again, or with a
 * plan.
 */
const ENDS = ['deleteUser', 'postLogout', 'postChallenge', 'getSubscribe', 'getDailyVerify'];

/** A player can have only so many open rounds: one with an open round is replaced by one without. */
const OPENS = ['getQuestions'];

/** Without sent codes there is none to answer. */
const NEVER_TAKEN = { open: ['postChallenge'], operator: ['postChallenge'], otp: [] };

/** A refusal that mentions a code which was sent. */
const SENT = 'user/challenge';

// The server's own periodic work would change data that a refused call must not change.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  return () => void vi.useRealTimers();
});

describe.each(ASKED)(
  `of calls that are drawn from the seed ${SEED} where players sign in by the policy %s`,
  (policy, asked) => {
    const env = { SIGN_IN_POLICY: policy, OPERATOR_PROOF_SECRET: OPERATOR_SECRET };
    // A player meets no question again, and some have many runs.
    const server = testServer({ bank: buildBank(300), env });
    const taken = new Set<string>();
    let others: Cast;

    beforeAll(async () => {
      others = new Cast(server(), policy);
      const { operator, clock } = server();
      const ask = operator.fetch;
      operator.fetch = async (url, init) => {
        const response = await ask(url, init);
        const text = await response.text();
        hasProviderFailed ||= text.includes('"sandbox/failed"');
        return new Response(text, { status: response.status });
      };
      // The list of last month's draw is there for anybody to read.
      const before = clock.at;
      clock.at = Date.parse('2026-10-30T11:00:00Z');
      const player = await new Cast(server(), policy, { isBare: true }).player('own');
      await giveTickets(server(), player, { month: '2026-10', count: 3 });
      await seal(server());
      clock.at = before;
    });

    /**
     * Changes with each writing transaction, even a rolled back one: a snapshot takes ten times as
     * long.
     */
    const written = async () => {
      const next = sql<{ next: unknown }>`select pg_snapshot_xmax(pg_current_snapshot()) as next`;
      return String((await next.execute(server().db)).rows[0]?.next);
    };

    test.each(asked)(
      `${CALLS} of $name are answered as the contract says, and change nothing when refused`,
      async ({ name, endpoint }) => {
        const endsIt = ENDS.includes(name);
        const newCast = () =>
          new Cast(server(), policy, { isBare: endsIt, others: endsIt ? null : others });
        let cast = newCast();
        let made = 0;
        let before: unknown;
        let mark: unknown;
        let isOld = true;
        const look = async () => {
          [before, mark] = [await server().snapshot(), await written()];
          isOld = false;
        };
        const property = fc.asyncProperty(callsOf(name, endpoint), async (call) => {
          made += 1;
          if (made % CALLS_OF_A_CAST === 0) {
            others = new Cast(server(), policy);
            cast = newCast();
          }
          const request = await requestOf(endpoint, call, cast);
          if (cast.hasMade() || isOld) await look();
          hasProviderFailed = false;
          const reply = await server().app.inject(request);
          // This test checks the codes itself.
          server().unlisted.length = 0;
          const refusal = refusalOf(endpoint, call, reply);
          if (refusal === null) taken.add(name);
          if ((await written()) !== mark) {
            const was = before;
            isOld = true;
            if (refusal !== null && refusal !== SENT) {
              await look();
              expect(before, reply.body).toEqual(was);
            }
          }
          if (refusal === null && (endsIt || OPENS.includes(name))) cast = newCast();
        });
        const whole = fc.sample(wholeCallsOf(name, endpoint), { seed: SEED, numRuns: WHOLE_CALLS });
        await fc.assert(property, {
          seed: SEED,
          numRuns: CALLS,
          examples: whole.map((call) => [call] as [DrawnCall]),
          endOnFailure: false,
        });
      },
      Math.max(60_000, REQUESTS * 100),
    );

    test('whatever a call contained, the server called only its own providers', () => {
      const origins = server().operator.asked.map(
        (call) => new URL(call.split(' ')[1] ?? '').origin,
      );
      expect([...new Set(origins)]).toEqual(['http://localhost']);
    });

    test('some calls of each were taken', () => {
      const never = asked.map(({ name }) => name).filter((name) => !taken.has(name));
      expect(never).toEqual(NEVER_TAKEN[policy]);
    });
  },
);

/** Fails for a reply outside the contract; gives the code of a refusal. */
function refusalOf(
  endpoint: Endpoint,
  { params }: DrawnCall,
  { statusCode, body }: { statusCode: number; body: string },
): string | null {
  if (statusCode === 200 && endpoint.replyAs === 'text' && body.startsWith('#')) return null;
  const reply = JSON.parse(body);
  const status = `${statusCode} ${body}`;
  if (statusCode === 502) expect(hasProviderFailed, status).toBe(true);
  else expect(statusCode, status).toBeLessThan(500);
  if (statusCode === 200)
    expect(readRows(endpoint.reply, reply), status).toMatchObject({ success: true, leftOut: [] });
  else expect(reply).toMatchObject({ status: false, data: null, message: expect.any(String) });
  if (reply.status === true) return null;
  // A malformed address never reaches the endpoint.
  const isRaw = Object.values(params).some((given) => typeof given === 'object');
  const codes = isRaw ? [...codesOf(endpoint), 'route/unknown'] : codesOf(endpoint);
  expect(codes, status).toContain(reply.code);
  expect(ERROR_CODES[reply.code as ErrorCode].statuses, status).toContain(statusCode);
  return reply.code;
}
