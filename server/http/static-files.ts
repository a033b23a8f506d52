import { existsSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { Refusal, sendRefusal } from './errors.ts';
import { keepAssets } from './kept-assets.ts';
import type { App } from './validation.ts';

export type Folders = {
  /** Where the built app lies. */
  app: string;
  /** Where images are read from by name. */
  images: readonly string[];
  /** Where the files of the last builds are kept; nowhere if it is missing. */
  kept?: string;
};

const YEAR = 'public, max-age=31536000, immutable';
const WEEK = 'public, max-age=604800';
const ASK_EACH_TIME = 'no-cache';

/** No address of the app or of the API comes near it. */
const PATH_MAX_CHARS = 1000;

/** Documents and the worker, as they are or compressed: what their headers allow, all else does. */
const RUNS_BY_ITSELF = /^(sw\.js|.*\.html)(\.\w+)?$/;

/** Of what a phone can do the game asks for nothing: nor may a script that got in. */
const NO_POWERS = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((power) => `${power}=()`)
  .join(', ');

/** What has its content's hash in its name can be kept without asking. */
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
 * Serves the images and the built app; every address that is no file shows the app's document. `tried`
 * is a content policy that the documents are only compared with.
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

/** Serves the files of some folders, the first before the others, to be kept for as long as `cache` says. */
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

/** This build's files, and behind them those of the last ones: a tab may have been open since. */
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

/** An address that neither a route nor a file can have shows the app to who wants a page. */
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
  // A tool that takes anything gets the page too, unless it names a file.
  return accepted.includes('*/*') && !/\.[^/]*$/.test(path);
}
