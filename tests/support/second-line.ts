import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.ts';

/**
 * The number of files in the second line of the built app's offline copy: the build marks them for
 * the worker.
 */
export function secondLineLength(): number {
  const worker = readFileSync(join(ROOT, 'dist/sw.js'), 'utf8');
  return worker.match(/"isSecond":/g)?.length ?? 0;
}
