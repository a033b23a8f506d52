import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/project.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The files that the last stage of the image takes from the checkout. */
const copied = (
  read('deploy/Containerfile')
    .split(/^FROM /m)
    .at(-1) ?? ''
)
  .split('\n')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
  .flatMap((line) => line.split(' ').slice(1, -1));

test('the container has each file that the server imports', () => {
  const sources = globSync(['server/**/*.ts', 'question-bank/reader/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const imported = sources.flatMap((file) =>
    [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    ),
  );
  expect(imported.length).toBeGreaterThan(1000);
  const isThere = (path: string) => copied.some((part) => !relative(part, path).startsWith('..'));
  expect(imported.filter((path) => !isThere(path))).toEqual([]);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the container’s app can be built with each variable of the app', () => {
  const names = [...read('.env.example').matchAll(/^#(VITE_\w+)=/gm)].map(([, name]) => name);
  const taken = [...read('deploy/Containerfile').matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
  expect(taken).toEqual(names);
});

test('nothing that is secret or large goes into the container', () => {
  const left = read('.dockerignore').trim().split('\n');
  expect(left).toEqual(expect.arrayContaining(['.git', '**/node_modules', '.data', '.env']));
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'football-mastermind.service');
  const unit = read('deploy/football-mastermind.service');
  // The path of this checkout, because systemd checks that the program exists.
  writeFileSync(file, unit.replaceAll('/opt/football-mastermind', ROOT.replace(/\/$/, '')));
  expect(execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toBe('');
});
