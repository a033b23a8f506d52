import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { allEndpoints } from '../../../scripts/lib/all-endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { codesOf } from '../../../src/contract/endpoint-codes.ts';
import { ERROR_CODES, type ErrorCode } from '../../../src/contract/error-codes.ts';
import { buildBank } from '../../support/bank.ts';
import { callsOf, type DrawnCall } from '../../support/fuzz/calls.ts';
import { Cast } from '../../support/fuzz/cast.ts';
import { requestOf } from '../../support/fuzz/send.ts';
import { testServer } from '../../support/server.ts';

/** `FUZZ_REQUESTS=20000` makes as many calls, `FUZZ_SEED` others (testing.md#stages). */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);

/** Whoever has used up their day takes no part any more. */
const CALLS_OF_A_CAST = 100;

const endpoints = await allEndpoints();
const CALLS = Math.ceil(REQUESTS / endpoints.length);

/** What the sign-in policy decides about. */
const ofSignIn = endpoints.filter(({ endpoint: { codes = [] } }) =>
  codes.some((code) => code === 'user/challenge' || code.endsWith('/proof-needed')),
);

/** What was refused by a provider's stand-in on purpose: the only reason for a 502. */
let hasProviderFailed = false;

/** After these the player is gone. */
const ENDS = ['deleteUser', 'postLogout'];

/** A refusal that tells of a code which was sent. */
const SENT = 'user/challenge';

// What the server does by itself now and then would change what a refused call leaves as it was.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  return () => void vi.useRealTimers();
});

describe.each([
  ['open', endpoints],
  ['otp', ofSignIn],
])(
  `of calls that are drawn from the seed ${SEED} where players sign in by the policy %s`,
  (policy, asked) => {
    // A player meets no question again, and some have many runs.
    const server = testServer({ bank: buildBank(300), env: { SIGN_IN_POLICY: policy } });

    beforeAll(() => {
      const { operator } = server();
      const ask = operator.fetch;
      operator.fetch = async (url, init) => {
        const response = await ask(url, init);
        const text = await response.text();
        hasProviderFailed ||= text.includes('"sandbox/failed"');
        return new Response(text, { status: response.status });
      };
    });

    /** Changes with each transaction that writes, even if it is undone: a snapshot takes ten times as long. */
    const written = async () => {
      const next = sql<{ next: unknown }>`select pg_snapshot_xmax(pg_current_snapshot()) as next`;
      return String((await next.execute(server().db)).rows[0]?.next);
    };

    test.each(asked)(
      `${CALLS} of $name are answered as the contract says, and change nothing when refused`,
      async ({ name, endpoint }) => {
        const newCast = () => new Cast(server(), policy === 'otp');
        let cast = newCast();
        let made = 0;
        let before: unknown;
        let mark: unknown;
        const look = async () => {
          [before, mark] = [await server().snapshot(), await written()];
        };
        await look();
        const property = fc.asyncProperty(callsOf(endpoint), async (call) => {
          made += 1;
          if (made % CALLS_OF_A_CAST === 0) cast = newCast();
          const request = await requestOf(endpoint, call, cast);
          if (cast.hasMade()) await look();
          hasProviderFailed = false;
          const reply = await server().app.inject(request);
          // Its codes are looked at here.
          server().unlisted.length = 0;
          const refusal = refusalOf(endpoint, call, reply);
          if ((await written()) !== mark) {
            const was = before;
            await look();
            if (refusal !== null && refusal !== SENT) expect(before, reply.body).toEqual(was);
          }
          if (refusal === null && ENDS.includes(name)) cast = newCast();
        });
        await fc.assert(property, { seed: SEED, numRuns: CALLS, endOnFailure: false });
      },
      Math.max(60_000, REQUESTS * 100),
    );
  },
);

/** Fails where a reply is none of the contract; gives the code of a refusal. */
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
  if (statusCode === 200) expect(v.safeParse(endpoint.reply, reply).issues, status).toBeUndefined();
  else expect(reply).toMatchObject({ status: false, data: null, message: expect.any(String) });
  if (reply.status === true) return null;
  // What is no address at all never comes to the endpoint.
  const isRaw = Object.values(params).some((given) => typeof given === 'object');
  const codes = isRaw ? [...codesOf(endpoint), 'route/unknown'] : codesOf(endpoint);
  expect(codes, status).toContain(reply.code);
  expect(ERROR_CODES[reply.code as ErrorCode].statuses, status).toContain(statusCode);
  return reply.code;
}
