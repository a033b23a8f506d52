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

/** The shortest time between two writes to the phone's storage, in milliseconds. */
const WRITE_EVERY_MS = 10_000;

/** How long the worker's answer is waited for, in milliseconds. */
const WORKER_PATIENCE_MS = 1000;

const kept = keptValue('localStorage', DATA_USED_KEY, usedByDaySchema);

/** The counted data that is not written to the phone yet. */
let unwritten: UsedByDay = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let observer: PerformanceObserver | undefined;

/**
 * Starts to count the bytes that this page and its worker fetch. The bytes of the first load count too
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

/** Gives how much data was used on this phone, including what is not stored yet. */
export function dataUsed(): UsedByDay {
  return addUsed(kept.get() ?? {}, unwritten);
}

/** Counts all bytes that the browser has measured so far. Never throws. */
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
  // The worker is asked now, because the browser may end it at any time, and its counts are lost then.
  void askWorker();
}

/** Asks the worker for the sizes of its own fetches, which only the worker can measure. */
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
