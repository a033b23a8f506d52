import { OUTBOX_DB, OUTBOX_ENTRIES } from '../config/storage-keys.ts';
import { fallbackStore } from '../lib/fallback-store.ts';
import { isReport, isResult, type MessageEntry, type OutboxEntry } from './entries.ts';

const entries = fallbackStore<OutboxEntry>(OUTBOX_DB, OUTBOX_ENTRIES);

/** Stores an entry; gives whether the phone did: else it can be sent during this visit alone. */
export function putEntry(entry: OutboxEntry): Promise<boolean> {
  return entries.write(entry.key, entry);
}

/** All entries, oldest first. */
export async function readEntries(): Promise<OutboxEntry[]> {
  return (await readOutbox()).entries;
}

/** All entries, oldest first, and whether that is all. Asks again for a refused removal. */
export async function readOutbox(): Promise<{ entries: OutboxEntry[]; isWhole: boolean }> {
  const refused = entries.refusedRemovals();
  if (refused.length > 0) await Promise.all(refused.map(entries.remove));
  const { all, isWhole } = await entries.readAll();
  const oldestFirst = all.map(([, entry]) => entry).sort((a, b) => a.createdAt - b.createdAt);
  return { entries: oldestFirst, isWhole };
}

/** One entry, if it is still there. */
export function readEntry(key: string): Promise<OutboxEntry | undefined> {
  return entries.read(key);
}

type Sending = Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'heldUntil' | 'refusal'> &
  Pick<MessageEntry, 'needsOwner'>;

/** Changes an entry's sending state; one that is gone stays gone. */
export async function changeEntry(key: string, change: Partial<Sending>): Promise<void> {
  await entries.change(key, (entry) => ({ ...entry, ...change }));
}

/** Removes an entry after its definite answer. */
export async function removeEntry(key: string): Promise<void> {
  await entries.remove(key);
}

/** Forgets all but results and reports: nothing personal outlives a logout (account.md#logout). */
export async function forgetPersonal(): Promise<void> {
  const personal = (await readEntries()).filter((entry) => !isResult(entry) && !isReport(entry));
  await Promise.all(personal.map(({ key }) => removeEntry(key)));
}
