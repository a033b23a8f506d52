import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serializeReply } from '../../../server/http/serve.ts';
import { categoriesReplySchema } from '../../../src/contract/categories.ts';
import { expectRefused, type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('replies', () => {
  const schema = categoriesReplySchema;

  const send = serializeReply({ schema, method: 'GET', url: '/categories' });

  test('a reply of ours is sent as it was made', () => {
    const reply = { status: true, data: [] };
    expect(send(reply)).toBe(JSON.stringify(reply));
  });

  test('a row that phones would leave out is a fault of ours, and named', () => {
    expect(() => send({ status: true, data: [{ name: 5 }] })).toThrow(
      /^the reply of \/categories does not fit the contract: .*name/,
    );
  });
});

describe('forms', () => {
  const server = testServer();

  const MEGABYTE = 2 ** 20;

  const BOUNDARY = 'form-boundary';

  const partOf = (name: string, text: string, head = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n`;

  const formOf = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`;

  const send = (
    player: TestPlayer,
    body: string,
    type = `multipart/form-data; boundary=${BOUNDARY}`,
  ) =>
    server().call('PUT', '/user', {
      headers: { authorization: `Bearer ${player.token}`, 'content-type': type },
      body: Buffer.from(body),
    });

  /** Whether anything has been parsed as a form. */
  function watchParsing() {
    const parsed = vi.spyOn(Response.prototype, 'formData');
    onTestFinished(() => parsed.mockRestore());
    return parsed;
  }

  const file = (bytes: string) => partOf('image', bytes, '; filename="me.jpg"');

  const name = (text: string) => partOf('name', text);

  test.each([
    ['too many parts', formOf(name('Ada').repeat(21))],
    ['thirty thousand parts', formOf(partOf('a', '').repeat(30_000))],
    ['a head of a megabyte', formOf(partOf('name', 'Ada', `\r\nX: ${'x'.repeat(MEGABYTE)}`))],
    [
      'a head of half a million lines',
      formOf(partOf('name', 'Ada', '\r\nX:'.repeat(MEGABYTE / 8))),
    ],
    ['a head of many lines', formOf(partOf('name', 'Ada', '\r\nX:'.repeat(9)))],
    ['a name of a megabyte', formOf(partOf('n'.repeat(MEGABYTE), 'Ada'))],
    ['a text of a megabyte', formOf(name('a'.repeat(MEGABYTE)))],
    ['two files', formOf(file('one'), file('two'))],
    ['much behind its end', `${formOf(name('Ada'))}${'\r\n'.repeat(MEGABYTE / 2)}`],
  ])('a form with %s is refused before it is parsed', async (_what, body) => {
    const player = await server().signUp();
    const parsed = watchParsing();
    await expectRefused(server(), () => send(player, body), 413, 'request/too-large');
    expect(parsed).not.toHaveBeenCalled();
  });

  test.each([
    ['much before its first part', `${'\r\n'.repeat(MEGABYTE / 2)}${formOf(name('Ada'))}`],
    ['another boundary', formOf(name('Ada')).replaceAll(BOUNDARY, 'another')],
  ])('a form with %s is none', async (_what, body) => {
    const player = await server().signUp();
    const parsed = watchParsing();
    await expectRefused(server(), () => send(player, body), 400, 'request/invalid');
    expect(parsed).not.toHaveBeenCalled();
  });

  test('a form is parsed by the boundary that it was bounded by', async () => {
    const player = await server().signUp();
    const hidden = formOf(partOf('a', '').repeat(50)).replaceAll(BOUNDARY, 'other');
    const [one, two] = [`boundary=${BOUNDARY}`, 'boundary=other'];
    for (const type of [`${one}; ${two}`, `${two}; ${one}`]) {
      const both = () => send(player, formOf(name(hidden)), `multipart/form-data; ${type}`);
      // For one parser the name is too long, for the other it does not begin.
      const { status } = await both();
      expect([400, 422]).toContain(status);
    }
    const odd = () =>
      send(player, formOf(name('Ada')), `multipart/form-data; boundary="${BOUNDARY}\\""`);
    await expectRefused(server(), odd, 400, 'request/invalid');
  });

  test('a form with every field that there is, and a picture’s long name, is read', async () => {
    const player = await server().signUp();
    const fields = { name: 'Ada Obi', email: 'ada@example.ng', dark: 'true', gender: 'female' };
    const texts = Object.entries(fields).map(([field, text]) => partOf(field, text));
    const image = partOf('imageName', `${'é'.repeat(250)}.jpg`);
    const reply = await send(
      player,
      formOf(...texts, image),
      `multipart/form-data; boundary="${BOUNDARY}"`,
    );
    expect(reply.status).toBe(200);
    expect(await player.user()).toMatchObject({ name: 'Ada Obi', email: 'ada@example.ng' });
  });
});

describe('origins', () => {
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
});
