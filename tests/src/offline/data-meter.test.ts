import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const KEY = 'fom-data-used';

/** A minute before midnight in Lagos. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 17, 22, 59);

let tell: (entries: object[]) => void;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: BEFORE_MIDNIGHT });
  Object.assign(performance, { getEntriesByType: () => [] });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(seen: (list: { getEntries: () => object[] }) => void) {
        tell = (entries) => seen({ getEntries: () => entries });
      }
      observe() {}
      takeRecords() {
        return [];
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The browser's entry for a request that ended at a time. */
const entry = (at: number) => ({
  name: `${location.origin}/assets/a.js`,
  responseEnd: at - performance.timeOrigin,
  transferSize: 560,
  encodedBodySize: 260,
});

const kept = () => JSON.parse(localStorage.getItem(KEY) ?? 'null');

async function meter() {
  const part = await import('../../../src/offline/data-meter.ts');
  part.startMeter();
  return part;
}

test('writes once in ten seconds, each request to its own day in Lagos', async () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  const { dataUsed } = await meter();
  tell([entry(BEFORE_MIDNIGHT)]);
  tell([entry(BEFORE_MIDNIGHT + 120_000)]);
  const both = { '2026-11-17': { app: 1000 }, '2026-11-18': { app: 1000 } };
  expect(dataUsed()).toEqual(both);
  vi.advanceTimersByTime(9999);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(write).toHaveBeenCalledOnce();
  expect(kept()).toEqual(both);
});

test('what was not written yet is when the page goes, and adds to what another tab wrote', async () => {
  await meter();
  tell([entry(BEFORE_MIDNIGHT)]);
  localStorage.setItem(KEY, JSON.stringify({ '2026-11-17': { app: 5, play: 7 } }));
  dispatchEvent(new Event('pagehide'));
  expect(kept()).toEqual({ '2026-11-17': { app: 1005, play: 7 } });
  dispatchEvent(new Event('pagehide'));
  expect(kept()).toEqual({ '2026-11-17': { app: 1005, play: 7 } });
});

test('a phone that keeps nothing shows what this page used', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const { dataUsed } = await meter();
  tell([entry(BEFORE_MIDNIGHT)]);
  vi.advanceTimersByTime(10_000);
  tell([entry(BEFORE_MIDNIGHT)]);
  expect(dataUsed()).toEqual({ '2026-11-17': { app: 2000 } });
});
