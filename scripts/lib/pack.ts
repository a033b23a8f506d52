import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import type { ManifestEntry } from 'workbox-build';
import { SECOND_LINE } from '../../src/config/second-line.ts';

/** Files over this many bytes are fetched by themselves: what is cut off is fetched again whole. */
const SMALL_BYTES = 16_000;

/** What the first page has got already is not sent twice. */
const OF_THE_FIRST_PAGE =
  /^assets\/(index|rolldown-runtime|first|behind|background|get-started-dialog)-/;

const PACKED = /^(static\/[^/]+\.svg|assets\/[^/]+\.(js|css))$/;

/** Whether a built file of so many bytes comes in the pack. */
export function isPacked(file: string, bytes: number): boolean {
  if (!PACKED.test(file) || OF_THE_FIRST_PAGE.test(file) || SECOND_LINE.test(file)) return false;
  return bytes <= SMALL_BYTES && !file.includes('mixpanel');
}

/** Tells the worker which files of its list come in the pack. */
export function markPacked(manifest: (ManifestEntry & { size: number })[]) {
  const marked = manifest.map((entry) =>
    isPacked(entry.url, entry.size) ? { ...entry, isPacked: true } : entry,
  );
  return { manifest: marked, warnings: [] };
}

/**
 * Puts the small files of the offline copy's first line into one, `assets/pack-….json`: a text by
 * its address. One by one each would cost the worker its own wait for the line (flows.md#offline-copy).
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
