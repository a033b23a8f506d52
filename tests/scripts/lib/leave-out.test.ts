import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lean, leaveOut } from '../../../scripts/lib/lean.ts';

/** The file of the router that is cut, and what stands in it. */
const [CORE = '', TEXT = ''] = readRouter();

const QUERY = '/node_modules/@tanstack/query-core/build/modern/query.js';

function readRouter(): string[] {
  const dist = dirname(fileURLToPath(import.meta.resolve('react-router')));
  const files = globSync(join(dist, 'chunk-*.mjs')).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]);
  return files.find(([, text]) => text?.includes('function _renderMatches(')) ?? [];
}

/** The plugin's steps, without a build around them. */
function steps(...names: Parameters<typeof lean>) {
  const { transform, buildEnd } = lean(...names);
  if (typeof transform !== 'object' || typeof buildEnd !== 'function') throw new Error();
  return {
    read: (code: string, id: string): string | null =>
      Reflect.apply(transform.handler, null, [code, id]),
    end: () => Reflect.apply(buildEnd, null, []),
  };
}

test('each cut is made, one after the other', () => {
  const cuts = [
    [/b+/, ''],
    [/ac/, 'd'],
  ] as const;
  expect(leaveOut('abbc', cuts)).toBe('d');
});

test('a cut that finds nothing is a fault', () => {
  expect(() => leaveOut('abc', [[/x/, '']])).toThrow('/x/ finds nothing to leave out any more');
});

test('a library as it is installed loses what the app does not use', () => {
  const { read, end } = steps('router');
  expect(read(TEXT, CORE)?.length).toBeLessThan(TEXT.length);
  expect(end).not.toThrow();
});

test.each([
  'let dataRouterState = dataRouterOpts?.state;',
  'return isDataRoute ? useNavigateStable() : ',
  'ENABLE_DEV_WARNINGS = true',
  '.displayName = ',
  '.forwardRef(',
])('a router that has no "%s" any more fails the build', (gone) => {
  const { read } = steps('router');
  expect(TEXT).toContain(gone);
  expect(() => read(TEXT.replaceAll(gone, 'another()'), CORE)).toThrow('finds nothing');
});

test('queries that ask nothing about endless pages any more fail the build', () => {
  const { read } = steps('query');
  const asks =
    '(this.#queryType === "infinite" ? infiniteQueryBehavior(a) : this.options.behavior)';
  expect(read(`return ${asks};`, QUERY)).toBe('return this.options.behavior;');
  expect(() => read('return this.options.behavior;', QUERY)).toThrow('finds nothing');
});

test.each(['ky', 'query', 'react', 'router'] as const)(
  'a build that never reads the file of %s fails: it has another name now',
  (name) => {
    const { read, end } = steps(name);
    expect(read(TEXT.replace('function _renderMatches(', 'function other('), CORE)).toBeNull();
    expect(end).toThrow('to leave something out of');
  },
);
