import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = [
  'index.html',
  'manifest.webmanifest',
  'package-lock.json',
  'vite.config.ts',
  // The build code that vite.config.ts imports.
  'scripts/{load-plan,lib/build,lib/lean}.ts',
  'scripts/lib/browsers/promised.ts',
  '.env*',
  'public/**',
  // The build makes the deck of these files.
  'question-bank/{categories.json,questions/*.json,reader/*.ts,text/*.ts}',
  'src/**',
  'sw/**',
];

/** Makes a hash of everything that the built app is made of: its files and the `VITE_*` variables. */
export function hashOfInputs(root: string, env: Record<string, string | undefined>): string {
  const hash = createHash('sha256');
  for (const path of globSync(INPUTS, { cwd: root }).sort()) {
    const file = join(root, path);
    if (!existsSync(file) || !statSync(file).isFile()) continue;
    const content = readFileSync(file);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}
