import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hashOfInputs } from './lib/build-inputs.ts';
import { fail, ROOT, run } from './lib/run.mjs';

// Builds the app into `dist` or the folder after --out. With --if-stale it builds only if the app's sources
// have changed, and prints less.

const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, out: { type: 'string', default: 'dist' } },
});
const { 'if-stale': ifStale, out } = values;

// Every build empties this folder. After a build without this script the hash is missing, and the app is
// stale.
const stamp = join(ROOT, out, '.vite/inputs.sha256');

const hash = hashOfInputs(ROOT, process.env);
const isStale = !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash;

if (isStale || !ifStale) {
  console.log('Building the app…');
  const args = ['build', '--outDir', out, ...(ifStale ? ['--logLevel', 'error'] : [])];
  const { code, output, wasStopped } = await run('vite', args, {
    env: { NODE_ENV: 'production', ...(ifStale && { NO_COLOR: '1' }) },
    ...(ifStale && { capture: true }),
  });
  if (wasStopped) process.exit(code);
  if (code !== 0) fail(`${output}The app could not be built: vite build ended with code ${code}.`);
  copyCompressed(join(ROOT, out, 'sw.js'));
  writeFileSync(stamp, hash);
}

/** Compresses a file that Vite has not compressed: the worker is written after Vite's own compression. */
function copyCompressed(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
