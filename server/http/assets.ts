import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { BUILD } from '../../src/contract/client-reports.ts';
import { makeFolder } from '../database/locks.ts';
import { type App, Refusal, sendRefusal } from './serve.ts';

export type Folders = {
  /** The folder of the built app. */
  app: string;
  /** The folders that images are read from by name. */
  images: readonly string[];
  /** The folder that keeps the files of the last builds. Without it no older files are kept. */
  kept?: string;
};

const YEAR = 'public, max-age=31536000, immutable';
const WEEK = 'public, max-age=604800';
const ASK_EACH_TIME = 'no-cache';

/** The longest ordinary path. Those of the app and of the API are far shorter. */
const PATH_MAX_CHARS = 1000;

/** Documents and the worker, as they are or compressed. Their headers decide what all other files may do. */
const RUNS_BY_ITSELF = /^(sw\.js|.*\.html)(\.\w+)?$/;

/** The game uses none of these functions of the phone, so an injected script may not use them either. */
const NO_POWERS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((power) => `${power}=()`)
  .join(', ');

/** The files' names have the hash of their content, so browsers may keep them without asking again. */
const ASSETS = '/assets/';

const PREFIXES_WITHOUT_PAGES = [
  '/api/',
  '/mobile-money/',
  '/bank-listing/',
  '/static/',
  ASSETS,
  '/sandbox/',
  '/healthz/',
  '/readyz/',
  '/metrics/',
];

/**
 * Serves the images and the built app. Every address without a file shows the app's document. The documents
 * are also compared with the content policy `tried`, which blocks nothing.
 */
export async function serveFiles(
  app: App,
  folders: Folders,
  tried: string | null = null,
): Promise<void> {
  await serveFolders(app, '/static/', folders.images, WEEK);
  const isBuilt = existsSync(join(folders.app, 'index.html'));
  if (isBuilt) {
    await serveFolders(app, ASSETS, await assetFolders(app, folders), YEAR);
    await app.register(fastifyStatic, {
      root: folders.app,
      prefix: '/',
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('Cache-Control', ASK_EACH_TIME);
        if (!RUNS_BY_ITSELF.test(relative(folders.app, path))) return;
        reply.helmet();
        reply.header('Permissions-Policy', NO_POWERS);
        if (tried !== null) reply.header('Content-Security-Policy-Report-Only', tried);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && wantsPage(request)) return showApp(reply);
    return sendRefusal(reply, new Refusal(404, 'route/unknown', 'There is nothing here'));
  });
}

/**
 * Serves the files of some folders; a file in an earlier folder is preferred. `cache` says how long browsers
 * keep them.
 */
async function serveFolders(app: App, prefix: string, folders: readonly string[], cache: string) {
  const root = folders.filter(isFolder);
  if (root.length === 0) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply) => reply.header('Cache-Control', cache),
  });
}

/**
 * The folder of this build's files, then the folder of earlier builds' files, which a tab that stayed open
 * may need.
 */
async function assetFolders(app: App, { app: built, kept }: Folders): Promise<string[]> {
  const own = join(built, ASSETS);
  if (kept === undefined || !existsSync(own)) return [own];
  try {
    await keepAssets(own, kept);
  } catch (err) {
    app.log.warn({ err }, 'files of the app cannot be kept for tabs that stay open');
  }
  return [own, kept];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function showApp(reply: FastifyReply) {
  return reply.code(200).sendFile('index.html');
}

/**
 * Gives the address by which a request is routed. If a page is asked for at an address that no route and no
 * file can have, it is `/`, which shows the app.
 */
export function readableUrl({ method, url = '/', headers }: IncomingMessage): string {
  const [path = '/'] = url.split('?');
  return isOrdinary(path) || !wantsPage({ method, url, headers }) ? url : '/';
}

function isOrdinary(path: string): boolean {
  if (path.length > PATH_MAX_CHARS) return false;
  try {
    const text = decodeURI(path);
    return !text.startsWith('//') && !/[\p{Cc}\\]/u.test(text);
  } catch {
    return false;
  }
}

function wantsPage(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (PREFIXES_WITHOUT_PAGES.some((prefix) => `${path}/`.startsWith(prefix))) return false;
  const accepted = request.headers.accept ?? '*/*';
  if (accepted.includes('text/html')) return true;
  // A tool that accepts any type gets the page too, unless its address names a file.
  return accepted.includes('*/*') && !/\.[^/]*$/.test(path);
}

/**
 * How many builds are kept, the present one included. A tab that was open during two deployments still finds
 * its files.
 */
const BUILDS_KEPT = 3;

/** A file whose name has its content's hash, or a compressed copy of it. */
const HASHED = /^[\w-]+-[\w-]{8}\.[a-z0-9]+(\.(br|gz))?$/;

/**
 * The folder of the lists of the builds' files. A list's name is a hash of its files; the newest list was
 * served last.
 */
const LISTS = '.builds';

/**
 * The prefix of a file that is not whole yet. Another server may be writing it, so it is not deleted for an
 * hour.
 */
const UNDER_WAY = '.new-';
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Copies a build's hashed files from `from` to `to`, and deletes the files in `to` that none of the last
 * three builds has. Several servers may do so at the same time. Throws if the disk refuses. All files in `to`
 * are whole then, but some may be missing.
 */
export async function keepAssets(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => HASHED.test(name)).sort();
  const lists = join(to, LISTS);
  makeFolder(lists);
  const list = names.join('\n');
  const build = createHash('sha256').update(list).digest('hex').slice(0, 16);
  // The list is written first, so that a server that deletes old files meanwhile keeps those of this build.
  await put(to, join(LISTS, build), (path) => writeFile(path, list));
  await forgetOld(to);
  for (const name of names) {
    const source = join(from, name);
    if ((await sizeOf(join(to, name))) === (await sizeOf(source))) continue;
    await put(to, name, (path) => copyFile(source, path));
  }
}

/** Writes a file under another name first, so that nobody is served half of it. */
async function put(to: string, name: string, write: (path: string) => Promise<void>) {
  const path = join(to, `${UNDER_WAY}${randomUUID()}`);
  try {
    await write(path);
    await rename(path, join(to, name));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function forgetOld(to: string): Promise<void> {
  const lists = join(to, LISTS);
  const builds = await Promise.all(
    (await readdir(lists)).map(async (name) => ({ name, at: await changedAt(join(lists, name)) })),
  );
  const newestFirst = builds.sort((a, b) => b.at - a.at);
  const kept = new Set([LISTS]);
  for (const { name } of newestFirst.slice(0, BUILDS_KEPT)) {
    for (const file of (await readFile(join(lists, name), 'utf8')).split('\n')) kept.add(file);
  }
  for (const { name } of newestFirst.slice(BUILDS_KEPT)) await forget(join(lists, name));
  for (const name of await readdir(to)) {
    if (kept.has(name) || (await isUnderWay(to, name))) continue;
    await forget(join(to, name));
  }
}

async function isUnderWay(to: string, name: string): Promise<boolean> {
  if (!name.startsWith(UNDER_WAY)) return false;
  return (await changedAt(join(to, name))) > Date.now() - LEFT_BEHIND_MS;
}

const forget = (path: string) => rm(path, { recursive: true, force: true });

/** When a file was changed, in epoch milliseconds; 0 if another server has just deleted it. */
async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? -1;
}

/**
 * Lets a text become a script or markup only through the policies that index.html makes (ADR-0022). Of these,
 * `default` accepts our own files alone.
 */
const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'left-home'],
};

/**
 * The one style sheet that the card provider's script adds, for its window's spinner. It is the same in each
 * version.
 */
const CARD_STYLE = "'sha256-56e7EfkeGORJUMtXdS4A+2LZFuyRDypLbssVftifpJg='";

/**
 * Other origins that the app calls and loads pictures from, and the origins of the card provider's window.
 */
type Origins = { contentOrigins: readonly string[]; cardOrigins: readonly string[] };

/**
 * Gives Helmet's options, which say what the app's documents may load. They are not for replies of the API,
 * which load nothing: `reply.helmet()` is called for documents and the worker only.
 */
export function documentHeaders(appFolder: string, { contentOrigins, cardOrigins }: Origins) {
  const hasCards = cardOrigins.length > 0;
  return {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...inlineHashes('script', appFolder), ...cardOrigins],
        // The style elements in the documents' heads. Styles that a script sets on an element need no
        // permission.
        'style-src': [
          "'self'",
          ...inlineHashes('style', appFolder),
          ...(hasCards ? [CARD_STYLE] : []),
        ],
        'img-src': ["'self'", 'data:', ...contentOrigins],
        'connect-src': ["'self'", ...contentOrigins, ...cardOrigins],
        ...(hasCards && { 'frame-src': ["'self'", ...cardOrigins] }),
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(!hasCards && TRUSTED_TYPES),
      },
    },
    // The server speaks plain HTTP. Whoever puts TLS in front of it adds this header there.
    strictTransportSecurity: false,
    // A bank's own step of a card payment opens a window from the provider's frame and answers that frame.
    ...(hasCards && {
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    }),
    xFrameOptions: { action: 'deny' as const },
  };
}

/**
 * Gives the policy that is only reported, not enforced. With a card provider these are the trusted types,
 * since we don't know what the provider's script does.
 */
export function triedPolicy({ cardOrigins }: Pick<Origins, 'cardOrigins'>): string | null {
  if (cardOrigins.length === 0) return null;
  return Object.entries(TRUSTED_TYPES)
    .map(([directive, values]) => [directive, ...values].join(' '))
    .join(';');
}

/**
 * Gives the id of the app's build in a folder, and `null` if there is no build. The id is the hash of the
 * entry, by which phones name their build in reports (errors.md#client-reports).
 */
export function buildOf(appFolder: string): string | null {
  const file = join(appFolder, 'index.html');
  if (!existsSync(file)) return null;
  const [, id = ''] =
    /<script type="module"[^>]* src="[^"]*-([\w-]{8})\.js"/.exec(readFileSync(file, 'utf8')) ?? [];
  return BUILD.test(id) ? id : null;
}

/** The hashes of the inline scripts or styles in the built documents, as a policy names them. */
function inlineHashes(element: 'script' | 'style', appFolder: string): string[] {
  if (!existsSync(appFolder)) return [];
  const documents = readdirSync(appFolder).filter((name) => name.endsWith('.html'));
  const texts = documents.flatMap((name) =>
    inlineTexts(element, readFileSync(join(appFolder, name), 'utf8')),
  );
  return [...new Set(texts)].map(sourceHash);
}

/** The source in a policy that allows an inline script or style with exactly this text. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function inlineTexts(element: string, html: string): string[] {
  const whole = new RegExp(
    `<${element}\\b(?<attributes>[^>]*)>(?<text>[\\s\\S]*?)</${element}>`,
    'gi',
  );
  return [...html.matchAll(whole)]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '');
}

/**
 * The address at which this process reaches itself. It asks the sandbox over HTTP, as it asks a real
 * provider.
 */
export function ownAddress(app: App): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://localhost';
  const { address: host, port, family } = address;
  const loopback = family === 'IPv6' ? '[::1]' : '127.0.0.1';
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? loopback : family === 'IPv6' ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * A worker that deletes the offline copy and unregisters itself. Open pages keep working, and load from the
 * network next time.
 */
export const RETIRED_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(retire()));
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** Serves a worker that removes the installed one (trouble.md#the-service-worker). */
export function retireWorker(app: App): void {
  app.get('/sw.js', (_request, reply) => {
    reply.helmet();
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache');
    return reply.send(RETIRED_WORKER);
  });
}
