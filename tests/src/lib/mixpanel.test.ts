import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http, passthrough } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsEvent } from '../../../src/lib/analytics.ts';
import { startMixpanel } from '../../../src/lib/mixpanel.ts';
import { fakeApi } from '../../support/fake-api.ts';

vi.mock('../../../src/config/env.ts', () => ({ env }));

const env = vi.hoisted(() => ({ analyticsUrl: '' }));

type Event = { event: AnalyticsEvent; properties: Record<string, unknown> };
type Call = { url?: string | undefined; type?: string | undefined; events: Event[] };

/** Mixpanel's stand-in: what it was sent, and what it answers next; 200 if nothing is said. */
let calls: Call[];
let answers: ((response: ServerResponse) => unknown)[];
const server = createServer(answer);

async function answer(request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const part of request) body += part;
  const events: Event[] = JSON.parse(new URLSearchParams(body).get('data') ?? '');
  calls.push({ url: request.url, type: request.headers['content-type'], events });
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  const next = answers.shift();
  if (next) next(response);
  else response.end('1');
}

const fails =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end();

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env.analyticsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

let isWanted: boolean;
let count: (...names: AnalyticsEvent[]) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fakeApi.use(http.post(`${env.analyticsUrl}/track/`, () => passthrough()));
  calls = [];
  answers = [];
  isWanted = true;
  const track = startMixpanel('project', () => isWanted);
  count = (...names) => {
    for (const name of names) track({ name, at: 1_718_700_000_500 });
  };
});

/** Lets time pass, and asks that so many calls have come by then. */
async function after(ms: number, expected: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.waitFor(() => expect(calls).toHaveLength(expected));
  // What the answer brings about.
  await new Promise<void>((resolve) => void setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
}

const names = (call?: Call) => call?.events.map(({ event }) => event);

test('events of five seconds are one call, of names and times and nothing else', async () => {
  count('7023 Signup', 'SMS Login');
  await after(4999, 0);
  await after(1, 1);
  const [call] = calls;
  expect(call).toMatchObject({ url: '/track/?ip=0', type: /^application\/x-www-form-urlencoded/ });
  expect(names(call)).toEqual(['7023 Signup', 'SMS Login']);
  const [first, second] = call?.events ?? [];
  expect(first?.properties).toEqual({
    token: 'project',
    distinct_id: expect.stringMatching(/^\$device:[\w-]{36}$/),
    $insert_id: expect.stringMatching(/^[\w-]{36}$/),
    time: 1_718_700_000.5,
  });
  expect(second?.properties.distinct_id).toBe(first?.properties.distinct_id);
  expect(second?.properties.$insert_id).not.toBe(first?.properties.$insert_id);
  await after(60_000, 1);
});

test('fifty events are a call at most', async () => {
  count(...Array.from({ length: 51 }, () => 'SMS Login' as const));
  await after(5000, 1);
  expect(calls[0]?.events).toHaveLength(50);
  await after(5000, 2);
  expect(calls[1]?.events).toHaveLength(1);
});

test.each([
  ['is too busy', fails(429)],
  ['fails', fails(503)],
  ['hangs up', (response: ServerResponse) => response.destroy()],
])('a call that %s is repeated as it was, after twice the time', async (_what, outcome) => {
  answers = [outcome, outcome];
  count('App Installed');
  await after(5000, 1);
  await after(9999, 1);
  await after(1, 2);
  count('SMS Login');
  await after(19_999, 2);
  await after(1, 3);
  expect(names(calls[2])).toEqual(['App Installed', 'SMS Login']);
  expect(calls[2]?.events[0]).toEqual(calls[0]?.events[0]);
  // Once it went, five seconds again.
  count('7023 Login');
  await after(5000, 4);
  expect(names(calls[3])).toEqual(['7023 Login']);
});

test('no wait is longer than ten minutes', async () => {
  answers = Array.from({ length: 8 }, () => fails(500));
  count('SMS Login');
  for (const [done, seconds] of [5, 10, 20, 40, 80, 160, 320, 600, 600].entries()) {
    await after(seconds * 1000 - 1, done);
    await after(1, done + 1);
  }
});

test('a wait that is asked for is kept', async () => {
  answers = [fails(503, { 'Retry-After': '60' })];
  count('SMS Login');
  await after(5000, 1);
  await after(59_999, 1);
  await after(1, 2);
});

test('a call that is refused is not repeated', async () => {
  answers = [fails(400)];
  count('SMS Login');
  await after(5000, 1);
  await after(600_000, 1);
});

test('a call without an answer is given up after ninety seconds, and repeated', async () => {
  answers = [() => undefined];
  count('SMS Login');
  await after(5000, 1);
  await after(89_999, 1);
  await after(1 + 10_000, 2);
});

test('a page that is left sends at once', async () => {
  count('Retarget Traffic');
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockRestore();
  await after(0, 1);
  await after(60_000, 1);
});

test('nothing goes once it is not wanted any more', async () => {
  answers = [fails(500)];
  count('SMS Login');
  await after(5000, 1);
  isWanted = false;
  await after(600_000, 1);
  isWanted = true;
  count('7023 Login');
  await after(20_000, 2);
  expect(names(calls[1])).toEqual(['7023 Login']);
});
