import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Relay } from '../support/relay.ts';

const PAGE = 'x'.repeat(10_000);

let server: Server;
let relay: Relay;

beforeEach(async () => {
  server = createServer((_request, reply) => reply.end(PAGE)).listen(0, 'localhost');
  await once(server, 'listening');
  relay = await Relay.start((server.address() as AddressInfo).port);
});

afterEach(async () => {
  await relay.stop();
  server.closeAllConnections();
  server.close();
});

async function load(): Promise<string> {
  const reply = await fetch(`http://localhost:${relay.port}/`, {
    headers: { connection: 'close' },
  });
  return reply.text();
}

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; tookMs: number }> {
  const startedAt = performance.now();
  const value = await work;
  return { value, tookMs: performance.now() - startedAt };
}

test('passes everything on', async () => {
  expect(await load()).toBe(PAGE);
});

test('lets nothing through while it is cut, and everything after', async () => {
  relay.cut();
  await expect(load()).rejects.toThrow();
  relay.restore();
  expect(await load()).toBe(PAGE);
});

test('cuts itself at the request that a test names, which comes to nobody', async () => {
  let served = 0;
  server.on('request', () => {
    served += 1;
  });
  const cut = relay.cutWhen(() => relay.asked.length === 2);
  expect(await load()).toBe(PAGE);
  await expect(load()).rejects.toThrow();
  await cut;
  expect(served).toBe(1);
  relay.restore();
  expect(await load()).toBe(PAGE);
});

test('a cut ends what is on its way', async () => {
  relay.slow({ kbitPerSecond: 80, roundTripMs: 10 });
  const reply = await fetch(`http://localhost:${relay.port}/`);
  relay.cut();
  await expect(reply.text()).rejects.toThrow();
});

test('a slow line takes its time for connecting, asking and answering', async () => {
  relay.slow({ kbitPerSecond: 400, roundTripMs: 100 });
  const { value, tookMs } = await timed(load());
  expect(value).toBe(PAGE);
  // Three round trips, and 10 KB at 50 KB/s.
  expect(tookMs).toBeGreaterThan(500);
  expect(tookMs).toBeLessThan(10_000);
});

test('an answer arrives whole though its server ends while the last of it is on the line', async () => {
  const LAST_MS = 100;
  server.removeAllListeners('request');
  server.on('request', (_request, reply) => {
    reply.setHeader('content-length', 1_000);
    reply.write('x'.repeat(1_000));
    // The 1,000 bytes take 200 ms: the connection ends meanwhile.
    setTimeout(() => reply.end(), LAST_MS);
  });
  relay.slow({ kbitPerSecond: 40, roundTripMs: 10 });
  expect(await load()).toBe('x'.repeat(1_000));
});

test('connections share a slow line', async () => {
  relay.slow({ kbitPerSecond: 400, roundTripMs: 10 });
  const { value, tookMs } = await timed(Promise.all([load(), load(), load()]));
  expect(value).toEqual([PAGE, PAGE, PAGE]);
  expect(tookMs).toBeGreaterThan(600);
  expect(tookMs).toBeLessThan(10_000);
});
