import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { firstLoad, type Manifest, precachedUrls, routeFiles } from './lib/byte-budget.ts';
import { type Figure, report } from './lib/figures.ts';
import { ROOT, step } from './lib/run.mjs';

const LIMITS = {
  firstLoadJsBytes: 100_000,
  routeJsBytes: 15_000,
  precacheBytes: 300_000,
  precacheEntries: 60,
};

/** What only a player loads: every page but the landing page, and what stands around them. */
const NOT_FOR_VISITORS = /^src\/(features\/(?!landing\/)|app\/(signed-in|header-layout)\.tsx)/;

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

await step('scripts/build.ts', ['--if-stale']);

const dist = join(ROOT, 'dist');
const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const precached = precachedUrls(readFileSync(join(dist, 'sw.js'), 'utf8'));
const first = firstLoad(manifest, NOT_FOR_VISITORS);
if (first.size === 0 || precached.length === 0) throw new Error('dist/ holds no whole app.');

report([
  inKb('JavaScript of the first load', transferred(first), LIMITS.firstLoadJsBytes),
  ...[...routeFiles(manifest, first)].map(([route, files]) =>
    inKb(`JavaScript of ${route}`, transferred(files), LIMITS.routeJsBytes),
  ),
  inKb('Precache', transferred(precached), LIMITS.precacheBytes),
  {
    name: 'Precache entries',
    value: `${precached.length}`,
    limit: `≤ ${LIMITS.precacheEntries}`,
    passed: precached.length <= LIMITS.precacheEntries,
  },
]);

/** Bytes on the wire: text goes as brotli, pictures and fonts as they are. */
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
