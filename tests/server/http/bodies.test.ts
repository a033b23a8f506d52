import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { BODY_TIMES, type BodyTimes, readBodies } from '../../../server/http/bodies.ts';
import type { App } from '../../../server/http/serve.ts';
import { SANDBOX_SMS_TOKEN } from '../../../server/providers/open-providers.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { newKey, testServer } from '../../support/server.ts';
import { signUpByCode } from '../../support/sign-in.ts';
import { loggedApp } from './logged-app.ts';

const PHOTO = await photo(300, 300).jpeg({ quality: 100 }).toBuffer();

describe('slow bodies', () => {
  const server = testServer();

  /** Longer than any test. */
  const NEVER = 60_000;

  const open: App[] = [];

  let port = 0;

  afterEach(async () => {
    await open.pop()?.close();
  });

  /** The same game behind a port, with times of its own for bodies. */
  async function listen(bodyTimes: BodyTimes): Promise<void> {
    const { db, bank, clock } = server();
    const app = await buildApp({
      config: readConfig({ LOG_LEVEL: 'silent' }),
      db,
      ranking: databaseRanking(db),
      bank,
      folders: { app: '/nonexistent', images: [] },
      now: () => clock.at,
      providerFetch: fetch,
      bodyTimes,
    });
    open.push(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  }

  /** A connection to the server, and everything received once it is closed. */
  function dial(): { line: Socket; ended: Promise<string> } {
    const line = connect(port, '127.0.0.1');
    let answer = '';
    line.on('error', () => {});
    line.on('data', (part) => {
      answer += part;
    });
    return { line, ended: new Promise((resolve) => line.on('close', () => resolve(answer))) };
  }

  const headOf = (call: string, headers: Record<string, string>) =>
    [
      `${call} HTTP/1.1`,
      'Host: a',
      ...Object.entries(headers).map((pair) => pair.join(': ')),
      '',
      '',
    ].join('\r\n');

  /** A form with a picture, as a phone sends it. */
  async function upload(token: string): Promise<{ head: string; body: Buffer }> {
    const form = new FormData();
    form.append('image', new Blob([PHOTO as Buffer<ArrayBuffer>]), 'me.jpg');
    const sent = new Request('http://a', { method: 'POST', body: form });
    const body = Buffer.from(await sent.arrayBuffer());
    const head = headOf('PUT /api/v2/user', {
      Authorization: `Bearer ${token}`,
      'Content-Type': sent.headers.get('content-type') ?? '',
      'Content-Length': String(body.length),
      Connection: 'close',
    });
    return { head, body };
  }

  /** Bytes that come one by one until the server has answered. */
  function drip(line: Socket): () => void {
    let isAnswered = false;
    line.on('data', () => {
      isAnswered = true;
    });
    // Writing on a connection that the server closed would lose its reply, so pending data is read
    // first.
    const drops = setInterval(() => setImmediate(() => isAnswered || line.write(' ')), 10);
    return () => clearInterval(drops);
  }

  const SIGN_UP = headOf('POST /api/v2/user/', {
    'Content-Type': 'application/json',
    'Content-Length': '1000',
  });

  test('a body that drips is ended', async () => {
    await listen({ requestMs: 240, uploadMs: NEVER, uploadStepMs: NEVER });
    const { line, ended } = dial();
    line.write(`${SIGN_UP}{`);
    const stop = drip(line);
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    stop();
  });

  test('a head that drips is ended', async () => {
    await listen({ requestMs: 240, uploadMs: NEVER, uploadStepMs: NEVER });
    const { line, ended } = dial();
    line.write('PUT /api/v2/user HTTP/1.1\r\nHost: a\r\nX:');
    const stop = drip(line);
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    stop();
  });

  test('a picture may take longer than any other body', async () => {
    const player = await server().signUp();
    await listen({ requestMs: 240, uploadMs: NEVER, uploadStepMs: NEVER });
    const { head, body } = await upload(player.token);
    const slow = dial();
    slow.line.write(head);
    slow.line.write(body.subarray(0, -10));
    const other = dial();
    other.line.write(`${SIGN_UP}{`);
    // When this one is cut, the picture has had as much time.
    expect(await other.ended).toMatch(/^HTTP\/1\.1 408 /);
    slow.line.write(body.subarray(-10));
    expect(await slow.ended).toMatch(/^HTTP\/1\.1 200 /);
    expect((await player.user()).image).toMatch(/\.jpg$/);
  });

  test.each([
    ['drips', { uploadMs: NEVER, uploadStepMs: 200 }],
    ['is not there in five minutes', { uploadMs: 300, uploadStepMs: NEVER }],
  ])('a picture that %s is ended', async (_how, times) => {
    const player = await server().signUp();
    await listen({ requestMs: 120, ...times });
    const { head } = await upload(player.token);
    const { line, ended } = dial();
    line.write(head);
    const stop = drip(line);
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    stop();
    expect((await player.user()).image).toBeNull();
  });

  test('a visitor, or a call without a picture, has no more time than others', async () => {
    const player = await server().signUp();
    await listen({ requestMs: 240, uploadMs: NEVER, uploadStepMs: NEVER });
    const { head } = await upload(player.token);
    const heads = [
      head.replace(player.token, 'nobody').replace('Connection: close\r\n', ''),
      head.replace('multipart/form-data', 'text/plain').replace('Connection: close\r\n', ''),
      head
        .replace('PUT /api/v2/user ', 'PUT /api/v2/nothing ')
        .replace('Connection: close\r\n', ''),
    ];
    for (const one of heads) {
      const { line, ended } = dial();
      line.write(`${one} `);
      expect(await ended).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });

  test('a request has half a minute, a picture five', () => {
    const { headersTimeout, requestTimeout } = server().app.server;
    expect([headersTimeout, requestTimeout]).toEqual([BODY_TIMES.requestMs, BODY_TIMES.uploadMs]);
    expect(BODY_TIMES).toEqual({ requestMs: 30_000, uploadMs: 300_000, uploadStepMs: 30_000 });
  });
});

describe('errors', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

  test('a body that is cut off in the middle is no failure of ours', async () => {
    const { app, lines } = loggedApp();
    readBodies(app as never);
    app.post('/points', async () => 'here');
    const answered = new Promise<number>((resolve) => {
      app.addHook('onSend', async (_request, reply) => resolve(reply.statusCode));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(line, 'connect');
    const head = 'POST /points HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
    line.write(`${head}\r\nContent-Length: 5000\r\n\r\n{"cut`);
    await once(app.server, 'request');
    line.destroy();
    expect(await answered).toBe(400);
    expect(lines).toEqual([]);
    await app.close();
  });

  test('a text with a NUL in it, which no database keeps, is refused', async () => {
    const texted = await server().app.inject({
      method: 'POST',
      url: '/sandbox/sms',
      headers: { authorization: `Bearer ${SANDBOX_SMS_TOKEN}` },
      payload: { to: '2348030000014', text: 'a\0b' },
    });
    expect(texted.statusCode).toBe(400);
    expect(texted.json()).toMatchObject({ status: false, code: 'request/invalid' });
  });

  test('an address with a part that is too long is refused as every call that cannot be read', async () => {
    const { body, status } = await server().call('GET', `/raffle/draws/${'2'.repeat(300)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: false, data: null, code: 'request/invalid' });
  });

  test('a body of a call that takes none is left unread, however deep it is', async () => {
    const { token } = await signUpByCode(server());
    const response = await server().app.inject({
      method: 'POST',
      url: '/api/v2/proof-round',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      payload: `${'['.repeat(5000)}${']'.repeat(5000)}`,
    });
    expect(response.json()).toMatchObject({ status: false, code: 'proof/not-asked' });
  });
});
