import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

test('a test lies in a folder that is named as the one of what it tests', () => {
  const tests = globSync('tests/**/*.test.{ts,tsx}');
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((file) => !existsSync(relative('tests', dirname(file))))).toEqual([]);
});

test('an end-to-end spec lies in the folder of a capability', () => {
  const specs = globSync('**/*.spec.ts', { cwd: 'e2e' });
  expect(specs.length).toBeGreaterThan(20);
  expect(specs.filter((file) => !/^(?!support\/)[a-z-]+\/[a-z-]+\.spec\.ts$/.test(file))).toEqual(
    [],
  );
});

test('no test lies where no run looks for it', () => {
  const inTests = globSync('tests/**/*.{spec.ts,spec.tsx}');
  const inSources = globSync('{src,sw,server,question-bank,scripts,e2e}/**/*.test.{ts,tsx}', {
    exclude: ['**/node_modules/**'],
  });
  expect([...inTests, ...inSources]).toEqual([]);
});

test('each module that a test replaces exists', () => {
  const stoodInFor = globSync('tests/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/vi\.(?:doM|m)ock\(\s*'(\.[^']+)'/g)].map(
      ([, path = '']) => join(dirname(file), path),
    ),
  );
  expect(stoodInFor.length).toBeGreaterThan(3);
  expect(stoodInFor.filter((file) => !existsSync(file))).toEqual([]);
});

describe('what `npm test` leaves out', () => {
  test('CI runs', () => {
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test -- --full\b/m);
  });

  test('leaves a test of every folder of end-to-end tests', () => {
    const specs = globSync('e2e/*/*.spec.ts', {
      exclude: ['e2e/**/{*-speed,every-outcome,frames,gallery}.spec.ts'],
    });
    const isEachTime = (file: string) =>
      /^ *test\(\s*(?:'.*'|".*"|`.*`),(?!\s*(?:\{\s*tag: '@full'|FULL\b))/m.test(
        readFileSync(file, 'utf8'),
      );
    const foldersOf = (files: string[]) =>
      [...new Set(files.map((file) => dirname(file)))].toSorted();
    expect(foldersOf(specs.filter(isEachTime))).toEqual(foldersOf(specs));
  });
});
