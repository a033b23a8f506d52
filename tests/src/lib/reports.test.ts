import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../../src/config/paths.ts';
import { errorReport, gatherReports, routeOf } from '../../../src/lib/reports.ts';
import { goOffline } from '../../support/go-offline.ts';

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

describe('errors gathered', () => {
  const error = (message: string, count = 1) => ({
    kind: 'error' as const,
    where: 'page' as const,
    route: '/home',
    message,
    frames: ['first-BPf91QkD.js:1:2'],
    count,
  });

  const lcp = { kind: 'vital' as const, name: 'LCP' as const, value: 1800, route: '/' };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const arrives = () => vi.fn(async (_reports: unknown[]) => true);

  test('errors wait for what follows them, and the same one is told once with its count', async () => {
    const send = arrives();
    const { add } = gatherReports(send);
    add(error('a'));
    add(error('b'));
    add(error('a'));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(send.mock.calls).toEqual([[[error('a', 2), error('b')]]]);
    add(error('a'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).toHaveBeenCalledOnce();
  });

  test('a visit sends at most one batch a minute and five in all', async () => {
    const send = arrives();
    const { add, flush } = gatherReports(send);
    add(error('0'));
    flush();
    add(error('1'));
    flush();
    expect(send).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(send).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenLastCalledWith([error('1')]);
    for (const message of ['2', '3', '4', '5', '6']) {
      add(error(message));
      await vi.advanceTimersByTimeAsync(60_000);
      flush();
    }
    expect(send).toHaveBeenCalledTimes(5);
  });

  test('at most ten wait, and the newest value of a vital', () => {
    const send = arrives();
    const { add, flush } = gatherReports(send);
    add(lcp);
    add({ ...lcp, value: 2000 });
    for (let number = 0; number < 20; number++) add(error(`${number}`));
    flush();
    const [sent = []] = send.mock.calls[0] ?? [];
    expect(sent).toHaveLength(10);
    expect(sent[0]).toEqual({ ...lcp, value: 2000 });
  });

  test('a vital alone is not sent before the page is left', async () => {
    const send = arrives();
    const { add, flush } = gatherReports(send);
    add(lcp);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).not.toHaveBeenCalled();
    flush();
    expect(send).toHaveBeenCalledWith([lcp]);
  });

  test('without a line nothing is tried, and what did not arrive waits', async () => {
    const send = vi.fn(async (_reports: unknown[]) => false);
    const { add, flush } = gatherReports(send);
    const comeBack = goOffline();
    add(error('a'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(send).not.toHaveBeenCalled();
    comeBack();
    flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledOnce();
    add(error('a'));
    flush();
    expect(send).toHaveBeenLastCalledWith([error('a', 2)]);
    expect(send).toHaveBeenCalledTimes(2);
  });
});
