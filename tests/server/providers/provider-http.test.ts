import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isBrokenCircuitError } from 'cockatiel';
import { afterEach, expect, test, vi } from 'vitest';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';

/** After this many failed calls in a row, the provider counts as down. */
const FAILURES = 10;

afterEach(() => {
  vi.useRealTimers();
});

/** A provider that gives one outcome after another, the last repeatedly, and the calls to it. */
function provider(...outcomes: (number | 'dead' | 'silent')[]) {
  const asked: string[] = [];
  const fetch: ProviderFetch = async (url, { method, signal }) => {
    asked.push(`${method} ${url}`);
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome === 'dead') throw new Error('ECONNRESET');
    if (outcome === 'silent') {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    return new Response(outcome === 204 ? null : 'said', { status: Number(outcome) });
  };
  return { asked, outcomes, http: providerHttp(() => 'https://pay.example', fetch) };
}

const outcomeOf = (call: Promise<{ status: number }>) =>
  call.then(
    ({ status }) => status,
    (error: unknown) => (isBrokenCircuitError(error) ? 'not asked' : 'failed'),
  );

test.each([500, 503, 'dead'] as const)('a read is repeated after %s', async (first) => {
  const { http, asked } = provider(first, 200);
  expect(await http.get('/plans')).toEqual({ status: 200, text: 'said' });
  expect(asked).toEqual(['GET https://pay.example/plans', 'GET https://pay.example/plans']);
});

test.each([500, 'dead'] as const)('a deletion is repeated after %s', async (first) => {
  const { http, asked } = provider(first, 204);
  expect(await outcomeOf(http.remove('/plans/1'))).toBe(204);
  expect(asked).toEqual([
    'DELETE https://pay.example/plans/1',
    'DELETE https://pay.example/plans/1',
  ]);
});

test('it is asked again once, and its failure handed on', async () => {
  const { http, asked } = provider(500);
  expect(await outcomeOf(http.get('/plans'))).toBe(500);
  expect(asked).toHaveLength(2);
});

test.each([500, 503, 'dead'] as const)('a change is sent once: %s', async (first) => {
  const { http, asked } = provider(first, 200);
  expect(await outcomeOf(http.post('/charges', {}))).toBe(first === 'dead' ? 'failed' : first);
  expect(asked).toEqual(['POST https://pay.example/charges']);
});

test('a refusal is an answer: nothing is asked again, and nobody counts as down', async () => {
  const { http, asked } = provider(404);
  for (let call = 0; call < 2 * FAILURES; call += 1) {
    expect(await outcomeOf(http.get('/plans'))).toBe(404);
  }
  expect(asked).toHaveLength(2 * FAILURES);
});

test.each(['get', 'post'] as const)(
  'a silent provider has ten seconds for a %s',
  async (method) => {
    vi.useFakeTimers();
    const { http } = provider('silent');
    const ended = vi.fn();
    const call = outcomeOf(http[method]('/plans', {})).then(ended);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(ended).toHaveBeenCalledWith('failed');
  },
);

test('a provider that is down is not asked, then tried by one call, and is back', async () => {
  vi.useFakeTimers();
  const { http, asked, outcomes } = provider('dead');
  const post = () => outcomeOf(http.post('/charges', {}));
  for (let call = 0; call < FAILURES; call += 1) expect(await post()).toBe('failed');
  expect(await post()).toBe('not asked');
  expect(http.isDown()).toBe(true);
  expect(await outcomeOf(http.get('/plans'))).toBe('not asked');
  expect(asked).toHaveLength(FAILURES);

  // Tried and still down: it is not asked for the same time again.
  vi.advanceTimersByTime(5_000);
  expect(await post()).toBe('failed');
  expect(await post()).toBe('not asked');

  vi.advanceTimersByTime(5_000);
  outcomes[0] = 'silent';
  const trying = post();
  expect(await post()).toBe('not asked');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await trying).toBe('failed');

  vi.advanceTimersByTime(5_000);
  outcomes[0] = 200;
  expect(await post()).toBe(200);
  expect(http.isDown()).toBe(false);
  expect(await Promise.all([post(), post()])).toEqual([200, 200]);
});

test('a provider that sends us elsewhere is not followed', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const http = providerHttp(() => `http://127.0.0.1:${port}`, fetch, { Authorization: 'a key' });
  expect(await outcomeOf(http.post('/charges', {}))).toBe('failed');
  expect(await outcomeOf(http.get('/plans'))).toBe('failed');
  expect(asked).toEqual(['/charges', '/plans', '/plans']);
  server.closeAllConnections();
  server.close();
});

test('failures between answers are not an outage', async () => {
  const { http, outcomes } = provider(500);
  for (let call = 0; call < 3 * FAILURES; call += 1) {
    outcomes[0] = call % FAILURES === FAILURES - 1 ? 200 : 500;
    expect(await outcomeOf(http.post('/charges', {}))).not.toBe('not asked');
  }
});

test('a server that goes away and comes back is asked again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = createServer((_request, response) => response.end('here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const http = providerHttp(() => `http://127.0.0.1:${port}`, fetch);
  expect(await http.get('/')).toEqual({ status: 200, text: 'here' });

  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  for (let call = 0; call < FAILURES; call += 1) {
    expect(await outcomeOf(http.post('/', {}))).toBe('failed');
  }
  expect(await outcomeOf(http.post('/', {}))).toBe('not asked');

  await once(server.listen(port, '127.0.0.1'), 'listening');
  vi.advanceTimersByTime(5_000);
  expect(await http.get('/')).toEqual({ status: 200, text: 'here' });
  server.closeAllConnections();
  server.close();
});
