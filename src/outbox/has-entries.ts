// In the first load, which takes nothing else of the outbox: every byte is waited for on 2G.
import { OUTBOX_DB, OUTBOX_ENTRIES } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';

/** Whether the phone holds anything that waits to be sent. */
export async function hasEntries(): Promise<boolean> {
  const kept = await phoneStore(OUTBOX_DB, OUTBOX_ENTRIES).readAll();
  return Boolean(kept?.length);
}
