import { expect, test } from 'vitest';
import { type TestServer, testServer } from '../../support/server.ts';

const ORIGIN = 'https://play.example.ng';
const server = testServer({
  env: { APP_ORIGINS: `${ORIGIN} https://m.example.ng`, PLAYER_CALLS_PER_MINUTE: '1' },
});
const alone = testServer();

const ask = (on: TestServer, origin: string, headers: Record<string, string> = {}) =>
  on.app.inject({ url: '/api/v2/misc/config', headers: { origin, ...headers } });

const preflight = (on: TestServer, origin: string, method: string) =>
  on.app.inject({
    method: 'OPTIONS',
    url: '/api/v2/points',
    headers: { origin, 'access-control-request-method': method },
  });

const letIn = (reply: { headers: Record<string, unknown> }) =>
  reply.headers['access-control-allow-origin'];

test('an app that is served from a named origin may call, with what its calls need', async () => {
  const { headers, statusCode } = await preflight(server(), ORIGIN, 'POST');
  expect(statusCode).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-max-age': '7200',
  });
  expect(headers['access-control-allow-methods']).toContain('PATCH');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  const { headers: told } = await ask(server(), ORIGIN);
  expect(told['access-control-allow-origin']).toBe(ORIGIN);
  expect(String(told.vary)).toContain('Origin');
});

test('why a call is refused, and for how long, is readable there too', async () => {
  const { token } = await server().signUp();
  const credential = { authorization: `Bearer ${token}` };
  const [first, second] = [
    await ask(server(), ORIGIN, credential),
    await ask(server(), ORIGIN, credential),
  ];
  expect([first.statusCode, second.statusCode]).toEqual([200, 429]);
  expect(letIn(second)).toBe(ORIGIN);
  expect(second.headers['access-control-expose-headers']).toBe('Date, Age, Retry-After');
});

test.each([
  'https://example.ng',
  'https://play.example.ng.evil.example',
  'https://evil.example/https://play.example.ng',
  'http://play.example.ng',
  'https://play.example.ng:8443',
  'https://PLAY.example.ng',
  'null',
])('nobody else is let in: %s', async (origin) => {
  expect(letIn(await ask(server(), origin))).toBeUndefined();
  expect(letIn(await preflight(server(), origin, 'POST'))).toBeUndefined();
});

test('without named origins the app’s own alone calls', async () => {
  for (const origin of [ORIGIN, 'null']) {
    expect(letIn(await ask(alone(), origin))).toBeUndefined();
    expect(letIn(await preflight(alone(), origin, 'POST'))).toBeUndefined();
  }
});
