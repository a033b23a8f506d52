// The only file of the outbox in the first load, because a phone on 2G waits for every byte (npm run budget).
import { OUTBOX_DB, OUTBOX_ENTRIES } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';

/** Whether the outbox on the phone has any entries. */
export async function hasEntries(): Promise<boolean> {
  const kept = await phoneStore(OUTBOX_DB, OUTBOX_ENTRIES).readAll();
  return Boolean(kept?.length);
}
