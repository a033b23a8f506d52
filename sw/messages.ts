import { OUTBOX_SYNC_TAG } from '../src/config/storage-keys.ts';
import { type Fetched, TELL_FETCHED, type WorkerFault } from '../src/config/worker-messages.ts';
import { badgeResults, waitingResults } from '../src/outbox/badge.ts';
import { RESULTS_SENT, sendWaiting } from '../src/outbox/send.ts';
import { readEntries } from '../src/outbox/store.ts';
import { ownScope } from './scope.ts';

/** Sends a page the faults that nothing in the worker dealt with: it reports them. Without an open page they are lost. */
export function tellFaults(): void {
  // A fault of this very message is dropped: it would be sent again and again.
  const told = (thrown: unknown) => void tell(thrown).catch(() => undefined);
  ownScope.addEventListener('error', ({ error }) => told(error));
  ownScope.addEventListener('unhandledrejection', ({ reason }) => told(reason));
}

async function tell(thrown: unknown): Promise<void> {
  if (!(thrown instanceof Error)) return;
  const { name, message, stack = '' } = thrown;
  const fault: WorkerFault = { type: 'fault', thrown: { name, message, stack } };
  const [page] = await ownScope.clients.matchAll({ type: 'window' });
  page?.postMessage(fault);
}

/** Answers a page that asks what the worker fetched since it was last asked (offline.md#data-meter). */
export function tellFetched(): void {
  ownScope.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type !== TELL_FETCHED.type) return;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    performance.clearResourceTimings();
    event.ports[0]?.postMessage(entries.map(asFetched));
  });
}

function asFetched(entry: PerformanceResourceTiming): Fetched {
  return {
    name: entry.name,
    endedAt: performance.timeOrigin + entry.responseEnd,
    transferSize: entry.transferSize,
    encodedBodySize: entry.encodedBodySize,
  };
}

/**
 * The sync event is an alarm clock: entries stay in the outbox until they are acknowledged. With
 * the app closed nobody is signed in here: a round goes by its own credential, a message by none.
 */
export function sendResultsInBackground(): void {
  ownScope.addEventListener('sync', (event) => {
    if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(send());
  });
}

async function send(): Promise<void> {
  await sendWaiting(null, { force: true });
  const pages = await ownScope.clients.matchAll();
  for (const page of pages) page.postMessage(RESULTS_SENT);
  // A result that a page is just sending counts as waiting: the page may be closed before it is done.
  const entries = await readEntries();
  await badgeResults(waitingResults(entries));
  const isWaiting = entries.some(({ refusal }) => !refusal);
  // A rejection makes the browser ring again later, with a growing wait of its own.
  if (isWaiting) throw new Error('Results still wait for the network.');
}
