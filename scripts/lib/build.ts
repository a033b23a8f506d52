import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { createServer, type IndexHtmlTransformContext, loadEnv, type Plugin } from 'vite';
import type { ManifestEntry } from 'workbox-build';
import { CONTENT, inPlay, readContent } from '../../question-bank/reader/content.ts';
import { deckOf } from '../../question-bank/reader/deck.ts';
import { readEnv } from '../../src/config/read-env.ts';
import type { DeckFile } from '../../src/contract/deck.ts';
import { HOUSE, NETWORKS } from '../../src/rules/networks.ts';
import { filesOf, lineOf } from '../load-plan.ts';

/** The place in index.html for the screens that are shown before any script runs. */
const PLACE = '<!-- early screens -->';

const STYLESHEET = /<link rel="stylesheet"[^>]*\shref="\/([^"]+)">\s*/g;

const SCRIPT = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g;

/** The part with the sign-in dialog. The document has the dialog's first form too. */
const GET_STARTED = 'get-started-dialog';

/**
 * Puts the first screen, the first form and their styles into the document itself. On a slow network they are
 * seen before the first script has arrived (ADR-0009).
 */
export function earlyDocument(): Plugin {
  return {
    name: 'early-document',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { landing, loading, form } = await earlyScreens();
        const screens = `<div id="early-landing">${landing}</div><div id="early-loading">${loading}</div>`;
        const { styles: formStyles } = filesOf(bundle, [GET_STARTED]);
        const linked = [...html.matchAll(STYLESHEET)].map(([, file = '']) => file);
        const ownStyles = formStyles.filter((file) => !linked.includes(file));
        const end = `<template><style>${ownStyles.map((file) => styles(bundle, file)).join('')}</style>${form}</template>${scriptsOf(html)}`;
        return html
          .replace(PLACE, () => screens)
          .replace(STYLESHEET, (_link, file: string) => inPlace(file, styles(bundle, file)))
          .replace(SCRIPT, '')
          .replace('</body>', () => `${end}</body>`);
      },
    },
  };
}

/**
 * Gives the scripts of a document, the largest first. They are put at the document's end, so that they are
 * fetched over the same connection. A new connection would first cost two round trips.
 */
function scriptsOf(html: string): string {
  const isFirst = (tag: string) => tag.includes('/first-');
  return [...(html.match(SCRIPT) ?? [])]
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .join('');
}

/**
 * Writes a stylesheet into the document. Its disabled link loads nothing, but scripts that import the styles
 * find it.
 */
function inPlace(file: string, text: string): string {
  return `<link rel="stylesheet" href="/${file}" disabled><style>${text}</style>`;
}

function styles(bundle: NonNullable<IndexHtmlTransformContext['bundle']>, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The document links ${file}, which is not built.`);
  return String(asset.source).trim();
}

/** Renders the early screens with the app's own components. */
async function earlyScreens(): Promise<{ landing: string; loading: string; form: string }> {
  // The modules read the visitor's network from the address, which does not exist during a build.
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  const server = await createServer({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react(), builtEnv()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { earlyScreens: render } = await server.ssrLoadModule('/src/app/early.tsx');
    return render();
  } finally {
    await server.close();
    Reflect.deleteProperty(globalThis, 'location');
  }
}

/** The colours of the browser's own bar, which is drawn before any style is loaded. */
type Bar = readonly [light: string, dark: string];

/**
 * Makes the JavaScript of the brands for the script in the head of index.html: the colours of the browser's
 * bar for each brand, and the brand of the build.
 * @param built the network that this copy of the app is built for
 * @param networks all networks
 * @throws an Error for a brand without a palette in the design tokens
 */
export function headBrands(
  built: string | undefined,
  networks: readonly { id: string }[] = NETWORKS,
): string {
  const bars = Object.fromEntries(networks.map(({ id }) => [id, barOf(id)]));
  return JSON.stringify({ bars, built: built || HOUSE.id });
}

function barOf(id: string): Bar {
  if (id === HOUSE.id) return [night('tokens', ':root'), night('dark', '[data-theme="dark"]')];
  const light = `[data-brand="${id}"]`;
  return [night('brands', light), night('brands', `${light}[data-theme="dark"]`)];
}

/** Reads the value of `--c-night` for a selector. */
function night(file: 'tokens' | 'dark' | 'brands', selector: string): string {
  const path = `src/app/styles/${file}.css`;
  const block = readFileSync(path, 'utf8').split(`${selector} {`)[1]?.split('}')[0];
  const colour = /--c-night: (#\w+);/.exec(block ?? '')?.[1];
  if (!colour) throw new Error(`${path} has no --c-night for ${selector}.`);
  return colour;
}

/** The picture of a shared link, as index.html names it. */
const SHARE_PICTURE = 'content="/share.png"';

/**
 * Reads the `VITE_*` variables once for the whole build, which fails if a variable is wrong. The document
 * gets the API's address, whether the API takes our additions, and the app's address for the picture of a
 * shared link.
 */
export function builtEnv(): Plugin {
  let built: ReturnType<typeof readEnv>;
  return {
    name: 'built-env',
    config: ({ root = process.cwd() }, { mode }) => {
      built = readEnv(loadEnv(mode, root));
      const { appUrl: _, ...env } = built;
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      return {
        define: { BUILT_ENV: JSON.stringify(env), BUILT_VERSION: JSON.stringify(version) },
      };
    },
    transformIndexHtml: (html) =>
      html
        .replace('__API_URL__', () => JSON.stringify(built.apiUrl))
        .replace('__HAS_ADDITIONS__', () => `${built.hasAdditions}`)
        .replace(SHARE_PICTURE, () => `content="${built.appUrl ?? ''}/share.png"`),
  };
}

/**
 * The size of the largest file in the pack. Larger files are fetched one by one, because an interrupted pack
 * has to be fetched again as a whole.
 */
const SMALL_BYTES = 16_000;

const PACKED = /^(static\/[^/]+\.svg|assets\/[^/]+\.(js|css))$/;

/** Whether a built file is in the pack. Files of the first page are not, because they would be sent twice. */
function isPacked(file: string, bytes: number): boolean {
  return PACKED.test(file) && lineOf(file) === 'first' && bytes <= SMALL_BYTES;
}

/** Marks in the worker's list the files that are in the pack and the files of the second line. */
export function markFiles(manifest: (ManifestEntry & { size: number })[]) {
  const marked = manifest.map((entry) => ({
    ...entry,
    ...(isPacked(entry.url, entry.size) && { isPacked: true }),
    ...(lineOf(entry.url) === 'second' && { isSecond: true }),
  }));
  return { manifest: marked, warnings: [] };
}

/**
 * Puts the small files of the offline copy's first line into a single file, `assets/pack-….json`, which has
 * each file's text by its address. Fetched one by one, each would cost a round trip
 * (offline.md#offline-copy).
 */
export function pack(): Plugin {
  return {
    name: 'pack',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const files = ['static', 'assets']
        .flatMap((folder) => readdirSync(join(dir, folder)).map((name) => `${folder}/${name}`))
        .filter((file) => isPacked(file, statSync(join(dir, file)).size))
        .sort();
      const texts = files.map((file) => [file, readFileSync(join(dir, file), 'utf8')]);
      const content = JSON.stringify(Object.fromEntries(texts));
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      const path = join(dir, `assets/pack-${hash}.json`);
      writeFileSync(path, content);
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content));
    },
  };
}

/**
 * Makes the deck a file of the build (game.md#deck). The file's name changes with its content, so that a
 * phone knows without a call whether it has the current deck.
 */
export function deckFile(): Plugin {
  let text = '';
  let path = '';
  return {
    name: 'deck-file',
    config() {
      text = JSON.stringify(readDeck(CONTENT));
      path = `assets/deck-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
      return { define: { DECK_URL: JSON.stringify(`/${path}`) } };
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${path}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(text);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path, source: text });
    },
  };
}

/** Reads the deck from a content folder, with its corrections and without retired questions. */
export function readDeck(folder: URL): DeckFile {
  const content = readContent(folder);
  const current = new Map(inPlay(content).map((question) => [question.id, question]));
  const questions = deckOf(content.generated).flatMap(({ id }) => current.get(id) ?? []);
  return {
    categories: content.categories.map(({ name }) => name),
    questions: questions.map(({ category, question, options, answer, fact }) => [
      content.categories.findIndex(({ id }) => id === category),
      question,
      answer,
      ...(options.filter((option) => option !== answer) as [string, string, string]),
      fact,
    ]),
  };
}
