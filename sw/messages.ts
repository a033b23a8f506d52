import { OUTBOX_SYNC_TAG } from '../src/config/storage-keys.ts';
import { type Fetched, TELL_FETCHED, type WorkerFault } from '../src/config/worker-messages.ts';
import { badgeResults, waitingResults } from '../src/outbox/badge.ts';
import { RESULTS_SENT, sendWaiting } from '../src/outbox/send.ts';
import { readEntries } from '../src/outbox/store.ts';
import { ownScope } from './scope.ts';

/** Sends the worker's uncaught errors to a page, which reports them. Without an open page they are lost. */
export function tellFaults(): void {
  // An error of sending is dropped. Otherwise it would be sent in turn, and fail again and again.
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
 * Sends the outbox when the browser fires a sync event. Entries stay in the outbox until the server has
 * acknowledged them. The worker has no player's token: a round is sent with its own credential, and a message
 * with no credential.
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
  // A result that a page is just sending counts as waiting, because the page may be closed meanwhile.
  const entries = await readEntries();
  await badgeResults(waitingResults(entries));
  const isWaiting = entries.some(({ refusal }) => !refusal);
  // A rejection makes the browser fire the event again, after a wait that grows with each time.
  if (isWaiting) throw new Error('Results still wait for the network.');
}
