import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hashOfInputs } from './lib/build-inputs.ts';
import { fail, ROOT, run } from './lib/run.mjs';

// Builds the app into `dist` or the folder after --out; with --if-stale only when something that it
// is made of has changed, and quietly.

const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, out: { type: 'string', default: 'dist' } },
});
const { 'if-stale': ifStale, out } = values;

// It lies in the folder that every build empties: a build by other means is not taken for this one.
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

/** The worker is written when Vite's own compression is through. */
function copyCompressed(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
