import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { BODY_TIMES } from '../../server/http/bodies.ts';
import { newApp } from '../../server/http/new-app.ts';
import { PHOTO_MAX_BYTES } from '../../src/contract/profile.ts';
import { GameServer } from '../support/game-server.ts';
import { linkProject } from '../support/linked-project.ts';
import { ROOT } from '../support/project.ts';
import { missingFor, PROXIES, type ProxyName, startProxy } from '../support/proxies.ts';

const TOKEN = 'the-operators-own-token-for-metrics';
const ASSET = '/assets/main-AbCd1234.js';
const NAMES = Object.keys(PROXIES) as ProxyName[];

/** Only Linux has other loopback addresses than 127.0.0.1. */
const missing = (name: ProxyName) => [
  ...missingFor(name),
  ...(process.platform === 'linux' ? [] : ['Linux']),
];

let folder: string;
let server: GameServer;
let remove: () => Promise<void>;

beforeAll(async () => {
  if (NAMES.every((name) => missing(name).length > 0)) return;
  folder = await mkdtemp(join(tmpdir(), 'mastermind-proxies-'));
  const project = await linkProject();
  remove = project.remove;
  const dist = join(project.home, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  for (const name of ['index.html', 'sw.js', ASSET]) {
    const text = `/* ${name} */`.padEnd(2000);
    await writeFile(join(dist, name), text);
    await writeFile(join(dist, `${name}.br`), brotliCompressSync(text));
  }
  const env = { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: TOKEN, MESSAGES_PER_HOUR: '1' };
  server = await GameServer.start({ home: project.home, env });
});
afterAll(async () => {
  await server?.stop();
  await remove?.();
  if (folder) await rm(folder, { recursive: true });
});

type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address that the call comes from. */
  from?: string;
};

/** A call by HTTP/2, over a connection of its own. */
async function ask(port: number, path: string, call: Call = {}) {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = call;
  const socket = connectSocket({ host: '127.0.0.1', port, localAddress: from });
  const session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectSecure({
        socket,
        servername: 'localhost',
        ALPNProtocols: ['h2', 'http/1.1'],
        rejectUnauthorized: false,
      }),
  });
  const stream = session.request({ ':method': method, ':path': path, ...headers });
  if (body !== undefined) stream.end(body);
  const [replied] = await once(stream, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const protocol = session.alpnProtocol;
  session.destroy();
  return { protocol, status: replied[':status'], headers: replied, bytes: Buffer.concat(chunks) };
}

const MESSAGE = {
  email: 'ada@example.com',
  phone: '08030000055',
  subject: 'Hello',
  message: 'A question',
  type: 'general',
};

const write = (port: number, call: Call = {}, message: object = MESSAGE) =>
  ask(port, '/api/v1/contact', {
    method: 'POST',
    body: JSON.stringify(message),
    ...call,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...call.headers,
    },
  });

describe.each(NAMES)('behind %s', (name) => {
  const lacking = missing(name);
  const isThere = lacking.length === 0;
  let proxy: Awaited<ReturnType<typeof startProxy>>;

  beforeAll(async () => {
    if (isThere) proxy = await startProxy(name, server.port, join(folder, name));
  });
  afterAll(async () => {
    await proxy?.stop();
  });

  const testHere = (what: string, run: () => Promise<void>) =>
    test(what, async ({ skip }) => {
      skip(!isThere, `${lacking.join(', ')} is not installed`);
      await run();
    });

  testHere('files come by HTTP/2, as they were compressed when the app was built', async () => {
    for (const [path, file] of [
      ['/', 'index.html'],
      ['/sw.js', 'sw.js'],
      [ASSET, ASSET],
    ] as const) {
      const headers = { accept: '*/*', 'accept-encoding': 'gzip, br' };
      const reply = await ask(proxy.port, path, { headers });
      expect(reply.protocol).toBe('h2');
      expect(reply.status).toBe(200);
      expect(reply.headers['content-encoding']).toBe('br');
      expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
      const text = `/* ${file} */`.padEnd(2000);
      expect(reply.bytes).toEqual(brotliCompressSync(text));
      const plain = await ask(proxy.port, path, { headers: { accept: '*/*' } });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.bytes.toString()).toBe(text);
      const known = { ...headers, 'if-none-match': String(reply.headers.etag) };
      expect((await ask(proxy.port, path, { headers: known })).status).toBe(304);
    }
  });

  testHere('a call of the API comes compressed by the server', async () => {
    const headers = { 'accept-encoding': 'br' };
    const reply = await ask(proxy.port, '/api/v2/misc/config', { headers });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(reply.bytes).toString())).toMatchObject({
      status: true,
    });
  });

  testHere('a caller has the address that they call from, whatever they say', async () => {
    const own = 2 + 2 * NAMES.indexOf(name);
    const from = `127.0.0.${own}`;
    expect((await write(proxy.port, { from })).status).toBe(200);
    for (const forged of ['203.0.113.9', '127.0.0.1', '']) {
      const headers = { 'x-forwarded-for': forged, forwarded: 'for=203.0.113.9' };
      expect((await write(proxy.port, { from, headers })).status).toBe(429);
    }
    expect((await write(proxy.port, { from: `127.0.0.${own + 1}` })).status).toBe(200);
  });

  testHere('the metrics are refused even to who has the token', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
    for (const path of ['/metrics', '/metrics?all', '/%6detrics', '//metrics']) {
      expect((await ask(proxy.port, path, { headers })).status).toBe(404);
    }
  });

  testHere('a body above all limits is not taken', async () => {
    const huge = { ...MESSAGE, message: 'x'.repeat(4_000_000) };
    const { status } = await write(proxy.port, {}, huge);
    // Caddy answers that it could not forward it.
    expect([413, 502]).toContain(status);
  });

  test('its limits leave room for those of the server', async () => {
    const config = await readFile(join(ROOT, PROXIES[name].file), 'utf8');
    const [, seconds] = /(?:keepalive(?:_timeout)?|pool-purge-delay) (\d+)s/.exec(config) ?? [];
    const [, megabytes] =
      /(?:max(?:_body)?_size|content-length\) gt) (\d)(?:m|000000)/i.exec(config) ?? [];
    const folders = { app: '/nonexistent', images: [] };
    const app = await newApp(readConfig({ LOG_LEVEL: 'silent' }), folders, BODY_TIMES);
    // The proxy closes a connection before the server does.
    expect(Number(seconds) * 1000).toBeLessThan(app.server.keepAliveTimeout);
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(PHOTO_MAX_BYTES + 100_000);
    await app.close();
  });
});
