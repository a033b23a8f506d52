import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { keepAssets, serveFiles } from '../../../server/http/assets.ts';
import { BODY_TIMES } from '../../../server/http/bodies.ts';
import { newApp } from '../../../server/http/new-app.ts';
import type { App } from '../../../server/http/serve.ts';

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
