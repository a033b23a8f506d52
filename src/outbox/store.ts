import { OUTBOX_DB } from '../config/storage-keys.ts';
import type { ContactMessage } from '../contract/contact.ts';
import type { PointsSubmission } from '../contract/rounds.ts';
import { phoneStore } from '../lib/phone-store.ts';

/** What every entry on its way has: written before a send, removed after a definite answer. */
type Posted = {
  /** The idempotency key, and the entry's name: what is sent twice counts once. */
  key: string;
  /** Epoch milliseconds. */
  createdAt: number;
  attempts: number;
  /** Not before this instant, in epoch milliseconds. */
  nextAttemptAt: number;
  /** Set when the server refused it for good: it is shown, and no longer sent. */
  refusal: { code: string; message: string } | null;
};

/**
 * A result on its way. Nothing in it is personal (decision 39): a round's id and its one-purpose
 * secret. It outlives a logout.
 */
export type ResultEntry = Posted & {
  /** Missing in what was stored before there were messages. */
  kind?: 'result';
  submission: PointsSubmission;
  /** The round's own credential; `null` for an API without rounds. */
  roundSecret: string | null;
  /** Where there is no round: the id of the player whose token must bring it. */
  ownerId: string | null;
};

/**
 * A message to the operator that was written without network. It holds an email and a phone, so it
 * goes when its player does (decision 39).
 */
export type MessageEntry = Posted & {
  kind: 'message';
  message: ContactMessage;
  /** The id of the player who wrote it. */
  ownerId: string;
  /** Whether the API wants their token with it: it said so with a 401. */
  needsOwner?: boolean;
};

/** What waits on the phone to be sent. */
export type OutboxEntry = ResultEntry | MessageEntry;

/** Whether an entry is a message; else it is a result. */
export function isMessage(entry: OutboxEntry): entry is MessageEntry {
  return entry.kind === 'message';
}

/** Whether an entry is a result. */
export function isResult(entry: OutboxEntry): entry is ResultEntry {
  return !isMessage(entry);
}

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
  return (await readOutbox()).entries;
}

/**
 * All entries, oldest first, and whether that is all there is to know: the phone answered, and
 * nothing is left of what was removed. A removal that it refused is asked for again here.
 */
export async function readOutbox(): Promise<{ entries: OutboxEntry[]; isWhole: boolean }> {
  const removed = [...unsaved].filter(([, entry]) => entry === null);
  if (removed.length > 0) await Promise.all(removed.map(([key]) => removeEntry(key)));
  const stored = await entries.readAll();
  const all = new Map<string, OutboxEntry | null>(stored ?? []);
  for (const [key, entry] of unsaved) all.set(key, entry);
  const there = [...all.values()].filter((entry) => entry !== null);
  const isWhole = stored !== null && ![...unsaved.values()].includes(null);
  return { entries: there.sort((a, b) => a.createdAt - b.createdAt), isWhole };
}

/** One entry, if it is still there. */
export async function readEntry(key: string): Promise<OutboxEntry | undefined> {
  return unsaved.has(key) ? (unsaved.get(key) ?? undefined) : entries.read(key);
}

/** Changes how an entry's sending stands; one that is gone stays gone. */
export async function changeEntry(
  key: string,
  change: Partial<
    Pick<Posted, 'attempts' | 'nextAttemptAt' | 'refusal'> & Pick<MessageEntry, 'needsOwner'>
  >,
): Promise<void> {
  const isKept =
    !unsaved.has(key) && (await entries.change(key, (entry) => ({ ...entry, ...change })));
  if (isKept) return;
  // The phone refuses, or did: the newest state lives in memory until it takes it.
  const entry = await readEntry(key);
  if (entry) await putEntry({ ...entry, ...change });
}

/** Removes an entry after its definite answer. */
export async function removeEntry(key: string): Promise<void> {
  if (await entries.remove(key)) unsaved.delete(key);
  else unsaved.set(key, null);
}

/** Forgets every message, sent or not: nothing personal outlives a logout (decision 39). */
export async function forgetMessages(): Promise<void> {
  const messages = (await readEntries()).filter(isMessage);
  await Promise.all(messages.map(({ key }) => removeEntry(key)));
}
