import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { keepAssets, RETIRED_WORKER, serveFiles } from '../../../server/http/assets.ts';
import { BODY_TIMES } from '../../../server/http/bodies.ts';
import { newApp } from '../../../server/http/new-app.ts';
import type { App } from '../../../server/http/serve.ts';
import { testServer } from '../../support/server.ts';

describe('static files', () => {
  const SCRIPT = "document.documentElement.dataset.theme = 'dark';";

  const STYLE = 'body { margin: 0 }';

  const PAGE = `<!doctype html><html><head><style>${STYLE}</style><script>${SCRIPT}</script>
<script type="module" src="/assets/main-1A2b3C4d.js"></script></head><body>Win fast cash!</body></html>`;

  const folder = mkdtempSync(join(tmpdir(), 'mastermind-dist-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  function write(name: string, text: string): void {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }

  write('index.html', PAGE);

  /** Long enough for the server to compress it. */
  const LONG = ' '.repeat(1000);

  write('sw.js', `// worker${LONG}`);

  write('manifest.webmanifest', `{}${LONG}`);

  write('assets/main-1A2b3C4d.js', `// main${LONG}`);

  write('static/la-liga.svg', '<svg/>');

  write('.vite/manifest.json', '{}');

  const server = testServer({
    env: { CONTENT_ORIGINS: 'https://api-js.mixpanel.com' },
    folders: { app: folder, images: [join(folder, 'static')] },
  });

  const get = (url: string, accept = '*/*', encoding = '') =>
    server().app.inject({ method: 'GET', url, headers: { accept, 'accept-encoding': encoding } });

  test('which build is served stands beside the version', async () => {
    expect((await get('/healthz')).json()).toMatchObject({ status: 'ok', build: '1A2b3C4d' });
  });

  test.each(['/', '/home', '/quiz/la-liga/hard', '/login?msisdn=2348030000014', '/nothing/here'])(
    '%s shows the app',
    async (url) => {
      const response = await get(url, 'text/html,application/xhtml+xml,*/*;q=0.8');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body).toBe(PAGE);
    },
  );

  test.each([
    '/%E0%A4%A',
    '/%',
    '/home/%zz?msisdn=2348030000014',
    '/campaign/a%00b/1',
    '/a%00',
    '//evil.example',
    `/campaign/${'a'.repeat(5000)}/1`,
  ])('%s, which no page can have, shows the app to who wants one', async (url) => {
    const response = await get(url, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toBe(PAGE);
    const data = await get(url, 'application/json');
    expect(data.statusCode).toBeGreaterThanOrEqual(400);
    expect(data.statusCode).toBeLessThan(500);
    expect(data.json()).toMatchObject({ status: false, code: expect.any(String) });
    const call = await get(`/api/v2/user${url}`, 'text/html');
    expect(call.statusCode).toBeGreaterThanOrEqual(400);
    expect(call.statusCode).toBeLessThan(500);
  });

  test.each([
    ['HEAD', '/healthz', 200],
    ['GET', '/healthz/', 200],
    ['HEAD', '/readyz', 200],
    ['GET', '/readyz/', 200],
    ['HEAD', '/readyz/', 200],
    ['GET', '/readyz/now', 404],
    ['HEAD', '/metrics', 404],
    ['GET', '/metrics/', 404],
  ] as const)('%s %s is never answered by the app', async (method, url, status) => {
    const response = await server().app.inject({
      method,
      url,
      headers: { accept: 'text/html,*/*' },
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/json');
  });

  test('files come as they were compressed, once for all', async () => {
    const response = await get('/home', 'text/html', 'gzip, br');
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(PAGE);
  });

  const SERVED = ['/', '/home', '/sw.js', '/manifest.webmanifest', '/assets/main-1A2b3C4d.js'];

  /** The file that answers an address. */
  const fileOf = (url: string) => join(folder, /\./.test(url) ? url : 'index.html');

  test.each(SERVED)('%s comes as it was compressed when the app was built', async (url) => {
    const copies = { br: '.br', gzip: '.gz', '': '' };
    for (const [encoding, ending] of Object.entries(copies)) {
      const { headers, rawPayload } = await get(url, '*/*', encoding);
      const copy = readFileSync(fileOf(url) + ending);
      expect(headers['content-encoding'] ?? '').toBe(encoding);
      expect(Number(headers['content-length'])).toBe(copy.length);
      expect(rawPayload).toEqual(copy);
      expect(headers.vary).toBe('accept-encoding');
    }
  });

  test.each(SERVED)('%s that the phone has already is not sent again', async (url) => {
    for (const encoding of ['br', 'gzip', '']) {
      const { headers } = await get(url, '*/*', encoding);
      const again = await server().app.inject({
        url,
        headers: {
          accept: '*/*',
          'accept-encoding': encoding,
          'if-none-match': String(headers.etag),
        },
      });
      expect(again.statusCode).toBe(304);
      expect(again.rawPayload).toHaveLength(0);
      expect(again.headers.etag).toBe(headers.etag);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
      expect(again.headers.vary).toBe('accept-encoding');
    }
  });

  test('a HEAD is answered for files and pages, and does nothing at a call', async () => {
    const head = (url: string) => server().app.inject({ method: 'HEAD', url });
    expect((await head('/')).statusCode).toBe(200);
    expect((await head('/home')).statusCode).toBe(200);
    expect((await head('/api/v2/user/reduce-play')).statusCode).toBe(404);
  });

  test.each([
    ['/assets/main-1A2b3C4d.js', 'public, max-age=31536000, immutable', 'javascript'],
    ['/sw.js', 'no-cache', 'javascript'],
    ['/manifest.webmanifest', 'no-cache', 'application/manifest+json'],
    ['/static/la-liga.svg', 'public, max-age=604800', 'image/svg+xml'],
  ])('%s is cached as %s', async (url, cache, type) => {
    for (const encoding of ['', 'br']) {
      const response = await get(url, '*/*', encoding);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe(cache);
      expect(response.headers['content-type']).toContain(type);
    }
  });

  test.each([
    '/assets/main-old.js',
    '/static/nothing.svg',
    '/api/v2/nothing',
    '/api',
    '/favicon.ico',
    '/.vite/manifest.json',
  ])('a missing file (%s) is missing: it is no page', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ status: false, code: expect.any(String) });
  });

  test("the policy allows the document's own inline script and no other", async () => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test("the policy allows the document's own styles and no others", async () => {
    const hash = createHash('sha256').update(STYLE).digest('base64');
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
  });

  test('nothing becomes a script or markup but by the policies of the document', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default left-home");
    expect(headers['content-security-policy-report-only']).toBeUndefined();
  });

  test('the policy allows calls and pictures of the configured origins', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://api-js.mixpanel.com;");
    expect(policy).toContain("img-src 'self' data: https://api-js.mixpanel.com;");
    expect(policy).not.toMatch(/script-src[^;]*mixpanel/);
  });

  test('documents may use no camera, microphone or place of the phone; the API says nothing of it', async () => {
    const policy = String((await get('/home', 'text/html')).headers['permissions-policy']);
    for (const power of ['camera', 'microphone', 'geolocation']) {
      expect(policy).toContain(`${power}=()`);
    }
    expect((await get('/healthz')).headers['permissions-policy']).toBeUndefined();
  });

  test.each(['/', '/home', '/sw.js'])('%s may load nothing from elsewhere', async (url) => {
    for (const encoding of ['', 'br']) {
      const { headers } = await get(url, url === '/sw.js' ? '*/*' : 'text/html', encoding);
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "object-src 'none'",
          "frame-ancestors 'none'",
          "base-uri 'self'",
        ]),
      );
      expect(policy.join()).not.toContain('upgrade-insecure-requests');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test.each(['/assets/main-1A2b3C4d.js', '/static/la-liga.svg', '/api/v2/nothing'])(
    '%s has no policy of its own',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  describe('a retired service worker', () => {
    const retired = testServer({
      env: { SERVICE_WORKER: 'retired' },
      folders: { app: folder, images: [] },
    });

    test('is served in the place of the worker, and asked for each time', async () => {
      const response = await retired().app.inject({ url: '/sw.js' });
      expect(response.body).toBe(RETIRED_WORKER);
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-type']).toContain('text/javascript');
      expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    });
  });
});

describe('files of earlier builds', () => {
  let folder: string;

  let kept: string;

  const apps: App[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mastermind-kept-'));
    kept = join(folder, 'data/assets');
  });

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    rmSync(folder, { recursive: true });
  });

  /** A build with a page of its own and a file that all builds share. */
  function build(number: number): string {
    const dist = join(folder, `dist-${number}`);
    mkdirSync(join(dist, 'assets'), { recursive: true });
    writeFileSync(join(dist, 'index.html'), '<!doctype html>');
    write(dist, pageOf(number), textOf(number));
    write(dist, 'shared-AbCd_123.css', 'body{}');
    writeFileSync(join(dist, 'assets/plain.js'), '// no hash in its name');
    return dist;
  }

  const pageOf = (number: number) => `page-0000000${number}.js`;

  const textOf = (number: number) => `// the page of build ${number}`;

  function write(dist: string, name: string, text: string): void {
    writeFileSync(join(dist, 'assets', name), text);
    writeFileSync(join(dist, 'assets', `${name}.br`), brotliCompressSync(text));
  }

  /** Starts the server of a build's files, as a deployment does. */
  async function deploy(number: number, warn = vi.fn()) {
    const folders = { app: build(number), images: [], kept };
    const app = await newApp(readConfig({ LOG_LEVEL: 'silent' }), folders, BODY_TIMES);
    apps.push(app);
    app.log.warn = warn;
    await serveFiles(app, folders);
    return {
      warn,
      get: (name: string, encoding = 'br') =>
        app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } }),
    };
  }

  test('the files of the last three builds are served, with their copies and headers', async () => {
    await deploy(1);
    await deploy(2);
    const third = await deploy(3);
    expect(third.warn).not.toHaveBeenCalled();
    for (const number of [1, 2, 3]) {
      const { statusCode, headers, rawPayload } = await third.get(pageOf(number));
      expect(statusCode).toBe(200);
      expect(headers['content-encoding']).toBe('br');
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(brotliDecompressSync(rawPayload).toString()).toBe(textOf(number));
      expect((await third.get(pageOf(number), '')).body).toBe(textOf(number));
    }

    const fourth = await deploy(4);
    expect((await fourth.get(pageOf(1))).statusCode).toBe(404);
    expect((await fourth.get(pageOf(2))).statusCode).toBe(200);
    expect((await fourth.get('shared-AbCd_123.css')).statusCode).toBe(200);
  });

  test('a build that is served again is no other one, and the newest', async () => {
    for (const number of [1, 2, 3, 1, 1, 4]) await deploy(number);
    const last = await deploy(4);
    expect((await last.get(pageOf(2))).statusCode).toBe(404);
    for (const number of [1, 3, 4]) expect((await last.get(pageOf(number))).statusCode).toBe(200);
  });

  test('a server that has been running finds what a newer one has brought', async () => {
    const old = await deploy(1);
    await deploy(2);
    expect((await old.get(pageOf(2))).statusCode).toBe(200);
  });

  test('nothing but files with a hash in their names is kept, and no list is served', async () => {
    const first = await deploy(1);
    const names = readdirSync(kept).filter((name) => name !== '.builds');
    expect(names.sort()).toEqual(
      ['page-00000001.js', 'shared-AbCd_123.css'].flatMap((name) => [name, `${name}.br`]),
    );
    const [list] = readdirSync(join(kept, '.builds'));
    expect((await first.get(`.builds/${list}`)).statusCode).toBe(404);
  });

  test('servers that start together on one folder keep all that is theirs', async () => {
    const builds = [1, 1, 2, 2, 3, 3];
    const servers = await Promise.all(builds.map((number) => deploy(number)));
    for (const { warn, get } of servers) {
      expect(warn).not.toHaveBeenCalled();
      for (const number of builds) expect((await get(pageOf(number))).statusCode).toBe(200);
    }
  });

  test("a killed server's half-written files are removed an hour later", async () => {
    await deploy(1);
    const [fresh, old] = [join(kept, '.new-a'), join(kept, '.new-b')];
    for (const path of [fresh, old]) writeFileSync(path, '// ha');
    utimesSync(old, 0, 0);
    await deploy(2);
    expect([fresh, old].map((path) => existsSync(path))).toEqual([true, false]);
  });

  test('a folder that cannot be made is warned of, and the build itself is served', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(kept, 'a file');
    const { warn, get } = await deploy(1);
    expect(warn).toHaveBeenCalledOnce();
    expect((await get(pageOf(1))).statusCode).toBe(200);
    expect((await get(pageOf(2))).statusCode).toBe(404);
  });

  test('a disk that refuses in the middle is warned of, and leaves no half file', async () => {
    await deploy(1);
    mkdirSync(join(kept, `${pageOf(2)}.br`));
    const { warn, get } = await deploy(2);
    expect(warn).toHaveBeenCalledOnce();
    for (const number of [1, 2]) expect((await get(pageOf(number))).statusCode).toBe(200);
    expect(readdirSync(kept).filter((name) => name.startsWith('.new-'))).toEqual([]);
  });

  test('a copy that was cut short is made whole', async () => {
    const first = join(build(1), 'assets');
    await keepAssets(first, kept);
    writeFileSync(join(kept, pageOf(1)), '//');
    await keepAssets(first, kept);
    const second = await deploy(2);
    expect((await second.get(pageOf(1), '')).body).toBe(textOf(1));
  });
});
