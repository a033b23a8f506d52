import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isExcused, unusedExcuses } from './lib/browsers/excused.ts';
import { type Feature, sinceWhen } from './lib/browsers/known.ts';
import { PROMISED } from './lib/browsers/promised.ts';
import { Script } from './lib/browsers/script-faults.ts';
import { styleFaults } from './lib/browsers/style-faults.ts';
import { fail, ROOT, run } from './lib/run.mjs';

// Fails on features that the oldest promised browsers lack. It reads the built files, because they contain
// the libraries, and our own files, because their names are not shortened.

const { code, output } = await run('node', ['scripts/build.ts', '--if-stale'], { capture: true });
if (code !== 0) fail(output);

type File = { path: string; text: string };

const built = filesOf('dist/{assets/*.js,sw.js}');
const own = [...filesOf('{src,sw}/**/*.{ts,tsx}'), ...filesOf('server/**/*.js')].filter(
  ({ path }) => !/\.d\.ts$|node_modules/.test(path),
);
const page = readFileSync(join(ROOT, 'dist/index.html'), 'utf8');
const inPage = (tag: string, name: string): File[] =>
  [...page.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${tag}>`, 'g'))]
    .filter(([whole]) => !/type="application/.test(whole))
    .map(([, text = '']) => ({ path: name, text }));

const scripts = [...built, ...own, ...inPage('script', 'index.html')].map(({ path, text }) => ({
  path,
  script: new Script(path.replace('.html', '.js'), text),
}));
const given = new Set(scripts.flatMap(({ script }) => [...script.names.given]));
const styles = [...filesOf('dist/assets/*.css'), ...inPage('style', 'index.html')];

const complaints = new Set([
  ...scripts.flatMap(({ path, script }) =>
    script.faults(given).flatMap(({ feature, at }) => complain(path, script.text, feature, at)),
  ),
  ...styles.flatMap(({ path, text }) =>
    styleFaults(text).flatMap(({ feature, at }) => complain(path, text, feature, at)),
  ),
  ...unusedExcuses().map(
    (name) => `scripts/lib/browsers/excused.ts: nothing uses ${name} any more.`,
  ),
]);
if (complaints.size > 0) {
  const browsers = `Chrome ${PROMISED.chrome} and Safari ${PROMISED.safari}`;
  fail([...complaints, `${browsers}, which the README promises, lack these.`].join('\n'));
}

function complain(path: string, text: string, feature: Feature, at: number): string[] {
  if (isExcused(path, feature.name)) return [];
  const line = text.slice(0, at).split('\n').length;
  const excerpt = text.slice(Math.max(0, at - 30), at + 60).replaceAll(/\s+/g, ' ');
  return [`${path}:${line} ${feature.name} (${sinceWhen(feature.compat)}): ${excerpt}`];
}

function filesOf(pattern: string): File[] {
  return globSync(pattern, { cwd: ROOT })
    .sort()
    .map((file) => ({
      path: relative(ROOT, join(ROOT, file)),
      text: readFileSync(join(ROOT, file), 'utf8'),
    }));
}
