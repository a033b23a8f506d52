import { expect, test } from 'vitest';
import { leanReact, leaveOut } from '../../../scripts/lib/lean.ts';

test('each cut is made, one after the other', () => {
  const cuts = [
    [/b+/, ''],
    [/ac/, 'd'],
  ] as const;
  expect(leaveOut('abbc', cuts)).toBe('d');
});

test('a library whose text is another one fails the build', () => {
  expect(() => leaveOut('abc', [[/x/, '']])).toThrow('/x/ finds nothing to leave out any more');
  const { transform } = leanReact();
  if (typeof transform !== 'object') throw new Error('It transforms no files.');
  const file = '/node_modules/react-dom/cjs/react-dom.production.js';
  expect(() => Reflect.apply(transform.handler, null, ['exports.preload = 1;', file])).toThrow(
    'finds nothing to leave out',
  );
});
