import { DATA_USED_KEY } from '../config/storage-keys.ts';
import { type Fetched, TELL_FETCHED } from '../config/worker-messages.ts';
import {
  addFetched,
  addUsed,
  newestDays,
  type UsedByDay,
  usedByDaySchema,
} from '../lib/data-used.ts';
import { keptValue } from '../lib/kept.ts';
import { isTimeSure, serverTime } from '../lib/server-clock.ts';
import { within } from '../lib/within.ts';
import { lagosDate } from '../rules/calendar.ts';

/** The phone is written to once in so long at most, in milliseconds. */
const WRITE_EVERY_MS = 10_000;

/** A worker that does not answer is not waited for, in milliseconds. */
const WORKER_PATIENCE_MS = 1000;

const kept = keptValue('localStorage', DATA_USED_KEY, usedByDaySchema);

/** Data that is counted and not written yet. */
let unwritten: UsedByDay = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let observer: PerformanceObserver | undefined;

/**
 * From now on counts the bytes that this page and its worker fetch, the first load too
 * (offline.md#data-meter).
 */
export function startMeter(): void {
  if (observer || !('PerformanceObserver' in globalThis)) return;
  observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  count(performance.getEntriesByType('navigation'));
  addEventListener('pagehide', write);
  void askWorker();
}

/** Gives this phone's use of data, the newest included. */
export function dataUsed(): UsedByDay {
  return addUsed(kept.get() ?? {}, unwritten);
}

/** Counts at once all bytes that are measured by now. Never throws. */
export async function countNow(): Promise<void> {
  count(observer?.takeRecords() ?? []);
  await askWorker();
}

function count(entries: PerformanceEntryList): void {
  note(
    (entries as PerformanceResourceTiming[]).map((entry) => ({
      name: entry.name,
      endedAt: performance.timeOrigin + entry.responseEnd,
      transferSize: entry.transferSize,
      encodedBodySize: entry.encodedBodySize,
    })),
  );
}

function note(fetched: readonly Fetched[]): void {
  const before = unwritten;
  unwritten = fetched
    .map((one) => ({ ...one, endedAt: serverTime(one.endedAt) }))
    .reduce(addFetched, unwritten);
  if (unwritten !== before) timer ??= setTimeout(write, WRITE_EVERY_MS);
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  if (Object.keys(unwritten).length === 0) return;
  const today = isTimeSure() ? lagosDate(serverTime()) : undefined;
  kept.set(newestDays(dataUsed(), today));
  unwritten = {};
  // It lives no longer than its work, and forgets then.
  void askWorker();
}

/** Asks the worker for its own fetches: only the worker can measure them. */
async function askWorker(): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const told = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }) => {
      note(data as Fetched[]);
      resolve();
    };
    worker.postMessage(TELL_FETCHED, [port2]);
  });
  await within(WORKER_PATIENCE_MS, told, undefined);
}
