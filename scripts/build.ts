import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfInputs } from './lib/build-inputs.ts';
import { fail, ROOT, run } from './lib/run.mjs';

// Builds the app; with --if-stale only when something that it is made of has changed, and quietly.

// It lies in the folder that every build empties: a build by other means is not taken for this one.
const STAMP = join(ROOT, 'dist/.vite/inputs.sha256');

const ifStale = process.argv.includes('--if-stale');
const hash = hashOfInputs(ROOT, process.env);
const isStale = !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== hash;

if (isStale || !ifStale) {
  console.log('Building the app…');
  const args = ['build', ...(ifStale ? ['--logLevel', 'error'] : [])];
  const { code, output, wasStopped } = await run('vite', args, {
    env: { NODE_ENV: 'production', ...(ifStale && { NO_COLOR: '1' }) },
    capture: ifStale,
  });
  if (wasStopped) process.exit(code);
  if (code !== 0) fail(`${output}The app could not be built: vite build ended with code ${code}.`);
  writeFileSync(STAMP, hash);
}
