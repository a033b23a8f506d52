import { expect, test } from 'vitest';
import { paths } from '../../../src/config/paths.ts';
import { errorReport, routeOf } from '../../../src/lib/reports.ts';

const PAGE = { where: 'page', path: '/quiz/7/easy' } as const;

const thrown = (...stack: string[]) => ({
  name: 'TypeError',
  message: 'no 08030000055',
  stack: ['TypeError: no 08030000055', ...stack].join('\n    '),
});

const at = (place: string) => `at play (${location.origin}/assets/${place})`;

test('an error is told by its places in our own scripts and the pattern of its address', () => {
  const stack = [
    at('quiz-BILnWgLY.js:1:2345'),
    'at Array.map (<anonymous>)',
    `${location.origin}/assets/first-BPf91QkD.js:9:10`,
    `go@${location.origin}/sw.js:3:4`,
  ];
  expect(errorReport(thrown(...stack), PAGE)).toEqual({
    kind: 'error',
    where: 'page',
    route: '/quiz/:categoryId/:level',
    message: 'TypeError: no *',
    frames: ['quiz-BILnWgLY.js:1:2345', 'first-BPf91QkD.js:9:10', 'sw.js:3:4'],
    count: 1,
  });
  const deep = Array.from({ length: 9 }, (_, line) => at(`quiz-BILnWgLY.js:${line}:1`));
  expect(errorReport(thrown(...deep), PAGE)?.frames).toHaveLength(5);
});

test.each([
  ['an extension', thrown('at x (chrome-extension://abcdefgh/content-abcdefgh.js:1:2)')],
  ["somebody else's script", thrown('at x (https://elsewhere.ng/assets/quiz-BILnWgLY.js:1:2)')],
  ['a script without a build', thrown(`at x (${location.origin}/sandbox/card/inline.js:1:2)`)],
  ['a console', thrown('at <anonymous>:1:2')],
  ['a dropped line', thrown()],
  ['a text', 'no'],
  ['nothing', null],
  ['what has no texts', { name: Symbol('a'), message: {}, stack: 7 }],
])('nothing is told of what %s has thrown', (_who, what) => {
  expect(errorReport(what, PAGE)).toBeNull();
});

test('each address of the app has its pattern, and no other address is told', () => {
  for (const pattern of Object.values(paths)) {
    expect(routeOf(pattern.replaceAll(/:\w+/g, 'x1'))).toBe(pattern);
  }
  expect(routeOf('/08030000055')).toBe('*');
});
