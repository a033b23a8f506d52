import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_LINE } from '../../src/config/second-line.ts';
import { ROOT } from './project.ts';

/** How many files the second line of the built app's offline copy has. */
export function secondLineLength(): number {
  const assets = readdirSync(join(ROOT, 'dist/assets'));
  return assets.filter((name) => SECOND_LINE.test(`assets/${name}`) && /\.(js|css)$/.test(name))
    .length;
}
