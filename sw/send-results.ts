import { OUTBOX_SYNC_TAG } from '../src/config/storage-keys.ts';
import { badgeResults, waitingResults } from '../src/outbox/badge.ts';
import { sendWaiting } from '../src/outbox/send.ts';
import { readEntries } from '../src/outbox/store.ts';
import { RESULTS_SENT } from '../src/outbox/worker-messages.ts';
import { ownScope } from './scope.ts';

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
  // Also what a page is just sending: it may be closed before it is done.
  const entries = await readEntries();
  await badgeResults(waitingResults(entries));
  const isWaiting = entries.some(({ refusal }) => !refusal);
  // A rejection makes the browser ring again later, with a growing wait of its own.
  if (isWaiting) throw new Error('Results still wait for the network.');
}
