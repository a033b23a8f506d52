import { OUTBOX_DB, OUTBOX_ENTRIES } from '../config/storage-keys.ts';
import { fallbackStore } from '../lib/fallback-store.ts';
import { isReport, isResult, type MessageEntry, type OutboxEntry } from './entries.ts';

const entries = fallbackStore<OutboxEntry>(OUTBOX_DB, OUTBOX_ENTRIES);

/** Stores an entry, and gives whether the phone did. If not, it can be sent only while the app is open. */
export function putEntry(entry: OutboxEntry): Promise<boolean> {
  return entries.write(entry.key, entry);
}

/** Reads all entries, oldest first. */
export async function readEntries(): Promise<OutboxEntry[]> {
  return (await readOutbox()).entries;
}

/** Reads all entries, oldest first, and whether the phone gave all of them. Retries removals that failed. */
export async function readOutbox(): Promise<{ entries: OutboxEntry[]; isWhole: boolean }> {
  const refused = entries.refusedRemovals();
  if (refused.length > 0) await Promise.all(refused.map(entries.remove));
  const { all, isWhole } = await entries.readAll();
  const oldestFirst = all.map(([, entry]) => entry).sort((a, b) => a.createdAt - b.createdAt);
  return { entries: oldestFirst, isWhole };
}

/** Reads an entry, if it still exists. */
export function readEntry(key: string): Promise<OutboxEntry | undefined> {
  return entries.read(key);
}

type Sending = Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'heldUntil' | 'refusal'> &
  Pick<MessageEntry, 'needsOwner'>;

/** Changes an entry's sending state. A removed entry stays removed. */
export async function changeEntry(key: string, change: Partial<Sending>): Promise<void> {
  await entries.change(key, (entry) => ({ ...entry, ...change }));
}

/** Removes an entry, for example after a final answer. */
export async function removeEntry(key: string): Promise<void> {
  await entries.remove(key);
}

/** Removes all entries except results and reports: a logout leaves nothing personal (account.md#logout). */
export async function forgetPersonal(): Promise<void> {
  const personal = (await readEntries()).filter((entry) => !isResult(entry) && !isReport(entry));
  await Promise.all(personal.map(({ key }) => removeEntry(key)));
}
