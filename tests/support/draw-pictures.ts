import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanPicture } from '../../server/accounts/profile/picture.ts';
import { photo } from './hostile-pictures.ts';

/*
 * A process of its own, with nothing else in its memory: it draws the files of a folder, the heavy
 * ones again and all at once, and reports the outcome of each and the largest rise of its memory.
 */

const [folder = ''] = process.argv.slice(2);
const read = (name: string) => readFileSync(join(folder, name));
const draw = (name: string) =>
  cleanPicture(read(name)).then(
    () => 'drawn',
    (error) => error.code ?? String(error),
  );

await cleanPicture(await photo().jpeg().toBuffer());
const before = process.resourceUsage().maxRSS;
const fates: Record<string, string> = {};
const tookMs: [string, number][] = [];
for (const name of readdirSync(folder)) {
  const at = performance.now();
  fates[name] = await draw(name);
  tookMs.push([name, performance.now() - at]);
}
const heaviest = tookMs.toSorted(([, one], [, other]) => other - one).slice(0, 5);
for (const _ of [1, 2, 3]) await Promise.all(heaviest.map(([name]) => draw(name)));
const riseMb = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ fates, riseMb }));
