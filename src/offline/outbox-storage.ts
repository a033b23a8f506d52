import { OUTBOX_DB } from '../config/storage-keys.ts';
import type { PointsSubmission } from '../contract/rounds.ts';
import { phoneStore } from '../lib/phone-store.ts';

/**
 * A result on its way. It is written before the first send and removed only after a definite
 * answer. Nothing in it is personal (decision 39): a round's id and its one-purpose secret.
 */
export type OutboxEntry = {
  /** The idempotency key, and the entry's name: a result sent twice is one result. */
  key: string;
  submission: PointsSubmission;
  /** The round's own credential; `null` for an API without rounds. */
  roundSecret: string | null;
  /** Where there is no round: the id of the player whose token must bring it. */
  ownerId: string | null;
  /** Epoch milliseconds. */
  createdAt: number;
  attempts: number;
  /** Not before this instant, in epoch milliseconds. */
  nextAttemptAt: number;
  /** Set when the server refused it for good: it is shown, and no longer sent. */
  refusal: { code: string; message: string } | null;
};

const entries = phoneStore<OutboxEntry>(OUTBOX_DB, 'entries');

/**
 * What the phone would not write lives here as long as the page: entries with their newest state,
 * and `null` for those whose removal it refused.
 */
const unsaved = new Map<string, OutboxEntry | null>();

/**
 * Stores an entry. On a phone that refuses (full, blocked) it is kept in memory, so that it can
 * still be sent during this visit.
 * @returns whether the phone stored it
 */
export async function putEntry(entry: OutboxEntry): Promise<boolean> {
  const isSaved = await entries.write(entry.key, entry);
  if (isSaved) unsaved.delete(entry.key);
  else unsaved.set(entry.key, entry);
  return isSaved;
}

/** All entries, oldest first. */
export async function readEntries(): Promise<OutboxEntry[]> {
  const all = new Map<string, OutboxEntry | null>((await entries.readAll()) ?? []);
  for (const [key, entry] of unsaved) all.set(key, entry);
  const there = [...all.values()].filter((entry) => entry !== null);
  return there.sort((a, b) => a.createdAt - b.createdAt);
}

/** One entry, if it is still there. */
export async function readEntry(key: string): Promise<OutboxEntry | undefined> {
  return unsaved.has(key) ? (unsaved.get(key) ?? undefined) : entries.read(key);
}

/** Whether the phone answers at all: without it, an entry not found tells nothing. */
export async function canReadEntries(): Promise<boolean> {
  return (await entries.readAll()) !== null;
}

/** Changes an entry; one that is gone stays gone. */
export async function changeEntry(key: string, change: Partial<OutboxEntry>): Promise<void> {
  const entry = await readEntry(key);
  if (entry) await putEntry({ ...entry, ...change });
}

/** Removes an entry after its definite answer. */
export async function removeEntry(key: string): Promise<void> {
  if (await entries.remove(key)) unsaved.delete(key);
  else unsaved.set(key, null);
}
