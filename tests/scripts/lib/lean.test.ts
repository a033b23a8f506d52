import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import whole from 'ky';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lean, lean as leanLibrary, leaveOut } from '../../../scripts/lib/lean.ts';

describe('the lean ky', () => {
  const OUT = mkdtempSync(join(tmpdir(), 'lean-ky-'));

  const OPTIONS = { method: 'GET', retry: 0, timeout: 2000 };

  type Ky = typeof whole;

  type Seen = {
    method?: string | undefined;
    url?: string | undefined;
    headers: object;
    body: string;
  };

  const server = createServer(answer);

  let seen: Seen[] = [];

  let lean: Ky;

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [leanLibrary('ky')],
      build: {
        outDir: OUT,
        emptyOutDir: false,
        lib: { entry: fileURLToPath(import.meta.resolve('ky')), formats: ['es'] },
        rolldownOptions: { output: { entryFileNames: 'ky.js' } },
      },
    });
    ({ default: lean } = await import(pathToFileURL(join(OUT, 'ky.js')).href));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(OUT, { recursive: true });
  });

  const ANSWERS: Record<string, (response: ServerResponse) => void> = {
    '/ok': (response) => response.end('{"status":true}'),
    '/none': (response) => response.writeHead(204).end(),
    '/refused': (response) =>
      response
        .writeHead(422, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '7' })
        .end('{"status":false,"message":"Adá"}'),
    '/problem': (response) =>
      response
        .writeHead(503, { 'Content-Type': 'application/problem+json' })
        .end('{"title":"Busy"}'),
    '/broken': (response) =>
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"status'),
    '/page': (response) =>
      response
        .writeHead(502, { 'Content-Type': 'text/html; charset=latin1' })
        .end('Pas\xe9', 'latin1'),
    '/bare': (response) => response.writeHead(404).end(),
    '/moved': (response) => response.writeHead(302, { Location: '/ok' }).end(),
    '/cut': (response) => response.destroy(),
    '/stalled-head': () => undefined,
    '/stalled-body': (response) => response.write('{"sta'),
    '/stalled-no': (response) =>
      response.writeHead(500, { 'Content-Type': 'text/plain' }).write('Sor'),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body });
    ANSWERS[new URL(url ?? '', 'http://host').pathname]?.(response);
  }

  /** The server has recorded a call long before, on a busy machine too. */
  const GIVES_UP_MS = 1000;

  type Call = [what: string, path: string, options?: () => Record<string, unknown>];

  /** The options that `src/lib/http.ts` gives ky, and the outcome with a server or a line. */
  test.each<Call>([
    ['a reply', '/ok'],
    ['a reply of nothing', '/none'],
    ['a query', '/ok', () => ({ searchParams: { a: 'x y&z', none: undefined, b: 'é' } })],
    ['an empty query', '/ok', () => ({ searchParams: {} })],
    [
      'who calls',
      '/ok',
      () => ({ headers: { Authorization: 'Bearer abc', 'Idempotency-Key': 'k' } }),
    ],
    [
      'JSON',
      '/ok',
      () => ({ method: 'POST', json: { name: 'Adá', of: [1, null] }, keepalive: true }),
    ],
    [
      'JSON that is put, with a query',
      '/ok',
      () => ({ method: 'PUT', json: {}, searchParams: { a: '1' } }),
    ],
    ['a form', '/ok', () => ({ method: 'PUT', body: aForm() })],
    ['no body', '/ok', () => ({ method: 'POST' })],
    ['a removal', '/ok', () => ({ method: 'DELETE', cache: 'no-store' })],
    ['a change of some fields', '/ok', () => ({ method: 'PATCH', json: { a: 1 } })],
    ['a redirect', '/moved'],
    ['a refusal', '/refused'],
    ['a refusal of a change', '/refused', () => ({ method: 'POST', json: {} })],
    ['a problem', '/problem'],
    ['a failure whose JSON is broken', '/broken'],
    ["a proxy's own page", '/page'],
    ['a failure without a word', '/bare'],
    ['a lost line', '/cut'],
    ['no answer', '/stalled-head', () => ({ timeout: GIVES_UP_MS })],
    ['an answer that stops', '/stalled-body', () => ({ timeout: GIVES_UP_MS })],
    ['a refusal that stops', '/stalled-no', () => ({ timeout: GIVES_UP_MS })],
    ['a call that was given up before', '/ok', () => ({ signal: AbortSignal.abort() })],
    [
      'a call that is given up',
      '/stalled-head',
      () => ({ signal: AbortSignal.timeout(GIVES_UP_MS) }),
    ],
    [
      'a call that is given up in its answer',
      '/stalled-body',
      () => ({ signal: AbortSignal.timeout(GIVES_UP_MS) }),
    ],
  ])('%s is to the built app what it is to the whole library', async (_what, path, options) => {
    const expected = await outcome(whole, path, options?.());
    const left = await outcome(lean, path, options?.());
    expect(left).toEqual(expected);
  });

  test('less than half of it is left', () => {
    const { size } = statSync(join(OUT, 'ky.js'));
    expect(size).toBeLessThan(13_000);
  });

  function aForm(): FormData {
    const form = new FormData();
    form.append('email', 'adá@example.ng');
    return form;
  }

  /** The server's view and the caller's view of a call. */
  async function outcome(ky: Ky, path: string, options: Record<string, unknown> = {}) {
    seen = [];
    const { port } = server.address() as AddressInfo;
    const url = new URL(path, `http://127.0.0.1:${port}`);
    const reply = ky(url, { ...OPTIONS, ...options });
    const got = await reply.text().then(async (text) => {
      const { status, headers } = await reply;
      return { text, status, headers: [...headers.keys()] };
    }, failure);
    return { got, seen: seen.map(withoutBoundary) };
  }

  function failure(error: Error & { response?: Response; data?: unknown }) {
    const { response, data } = error;
    // A call without an answer is one failure, whatever it is called (errors.md#error-objects).
    if (!response) return 'no answer';
    return { status: response.status, wait: response.headers.get('Retry-After'), data };
  }

  const withoutBoundary = (call: Seen) =>
    JSON.parse(JSON.stringify(call).replaceAll(/-{4,}formdata-undici-\d+/g, 'boundary'));
});

/** The file of the router that is cut, and what stands in it. */
const [CORE = '', TEXT = ''] = readRouter();

const QUERY = '/node_modules/@tanstack/query-core/build/modern/query.js';

function readRouter(): string[] {
  const { resolve } = createRequire(import.meta.resolve('react-router-dom'));
  const dist = dirname(resolve('react-router'));
  const files = globSync(join(dist, 'chunk-*.mjs')).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]);
  return files.find(([, text]) => text?.includes('function _renderMatches(')) ?? [];
}

/** The plugin's steps, without a build around them. */
function steps(...names: Parameters<typeof lean>) {
  const { transform, buildEnd } = lean(...names);
  if (typeof transform !== 'object' || typeof buildEnd !== 'function') throw new Error();
  return {
    read: (code: string, id: string): string | null =>
      Reflect.apply(transform.handler, null, [code, id]),
    end: () => Reflect.apply(buildEnd, null, []),
  };
}

test('each cut is made, one after the other', () => {
  const cuts = [
    [/b+/, ''],
    [/ac/, 'd'],
  ] as const;
  expect(leaveOut('abbc', cuts)).toBe('d');
});

test('a cut that finds nothing is a fault', () => {
  expect(() => leaveOut('abc', [[/x/, '']])).toThrow('/x/ finds nothing to leave out any more');
});

test('a library as it is installed loses what the app does not use', () => {
  const { read, end } = steps('router');
  expect(read(TEXT, CORE)?.length).toBeLessThan(TEXT.length);
  expect(end).not.toThrow();
});

test.each([
  'let dataRouterState = dataRouterOpts?.state;',
  'return isDataRoute ? useNavigateStable() : ',
  'ENABLE_DEV_WARNINGS = true',
  '.displayName = ',
  '.forwardRef(',
])('a router that has no "%s" any more fails the build', (gone) => {
  const { read } = steps('router');
  expect(TEXT).toContain(gone);
  expect(() => read(TEXT.replaceAll(gone, 'another()'), CORE)).toThrow('finds nothing');
});

test('queries that ask nothing about endless pages any more fail the build', () => {
  const { read } = steps('query');
  const asks =
    '(this.#queryType === "infinite" ? infiniteQueryBehavior(a) : this.options.behavior)';
  expect(read(`return ${asks};`, QUERY)).toBe('return this.options.behavior;');
  expect(() => read('return this.options.behavior;', QUERY)).toThrow('finds nothing');
});

test.each(['ky', 'query', 'react', 'router'] as const)(
  'a build that never reads the file of %s fails: it has another name now',
  (name) => {
    const { read, end } = steps(name);
    expect(read(TEXT.replace('function _renderMatches(', 'function other('), CORE)).toBeNull();
    expect(end).toThrow('to leave something out of');
  },
);
