import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { loadedWith, type Manifest, precached, routeFiles } from './lib/budget.ts';
import { type Figure, report } from './lib/figures.ts';
import { ROOT, step } from './lib/run.mjs';
import { lineOf } from './load-plan.ts';

const LIMITS = {
  documentBytes: 14_000,
  firstLoadJsBytes: 97_000,
  signedInJsBytes: 38_000,
  routeJsBytes: 15_000,
  firstLineBytes: 230_000,
  // With headers and calls the phone receives 260 KB until the copy is whole (offline.md#offline-copy).
  firstVisitBytes: 249_000,
  firstLineEntries: 60,
  secondLineBytes: 150_000,
};

/** The modules that every page of a signed-in player needs. */
const SIGNED_IN = ['src/app/signed-in.tsx', 'src/app/outbox-host.tsx'];

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

await step('scripts/build.ts', ['--if-stale']);

const dist = join(ROOT, 'dist');
const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const copy = precached(readFileSync(join(dist, 'sw.js'), 'utf8'));
const urls = (files: typeof copy) => files.map(({ url }) => url);
const firstLine = urls(copy.filter(({ isSecond, isPacked }) => !isSecond && !isPacked));
const secondLine = urls(copy.filter(({ isSecond }) => isSecond));
// The limit of the first load is also measured in a real browser, by e2e/landing/first-load.spec.ts.
const scripts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.js'));
const first = new Set(scripts.filter((file) => lineOf(file) === 'page'));
const signedIn = loadedWith(manifest, SIGNED_IN).difference(first);
if (first.size === 0 || copy.length === 0) throw new Error('dist/ holds no whole app.');

report([
  inKb('Document with the first screen', transferred(['index.html']), LIMITS.documentBytes),
  inKb('JavaScript of the first load', transferred(first), LIMITS.firstLoadJsBytes),
  inKb('JavaScript that players’ pages share', transferred(signedIn), LIMITS.signedInJsBytes),
  ...[...routeFiles(manifest, first.union(signedIn))].map(([route, files]) =>
    inKb(`JavaScript of ${route}`, transferred(files), LIMITS.routeJsBytes),
  ),
  inKb('Offline copy, first line', transferred(firstLine), LIMITS.firstLineBytes),
  inKb(
    'Offline copy, first line and worker',
    transferred([...firstLine, 'sw.js']),
    LIMITS.firstVisitBytes,
  ),
  {
    name: 'Offline copy, first line, files',
    value: `${firstLine.length}`,
    limit: `≤ ${LIMITS.firstLineEntries}`,
    passed: firstLine.length <= LIMITS.firstLineEntries,
  },
  inKb('Offline copy, second line', transferred(secondLine), LIMITS.secondLineBytes),
]);

/** Counts the bytes that are sent: text is compressed with brotli, pictures and fonts are not. */
function transferred(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) {
    const content = readFileSync(join(dist, file));
    bytes += TEXT.test(file) ? brotli(content).length : content.length;
  }
  return bytes;
}

function brotli(content: Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

function inKb(name: string, bytes: number, limitBytes: number): Figure {
  return {
    name,
    value: `${(bytes / 1000).toFixed(1)} KB`,
    limit: `≤ ${limitBytes / 1000} KB`,
    passed: bytes <= limitBytes,
  };
}
