import { atom } from 'jotai';
import { OUTBOX_SYNC_TAG } from '../config/storage-keys.ts';
import { newKey } from '../lib/new-key.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import {
  isMessage,
  isProfile,
  isResult,
  type MessageEntry,
  type OutboxEntry,
  type ProfileChange,
  type ProfileEntry,
  profileEntry,
  type ResultEntry,
} from './entries.ts';
import {
  COUNTED_ELSEWHERE,
  isResultsSent,
  type Sender,
  type SendOutcome,
  sendWaiting,
} from './send.ts';
import { putEntry, readEntries, readOutbox, removeEntry } from './store.ts';

/** The least wait between two passes, in milliseconds: another tab may just be sending. */
const SHORTEST_PAUSE_MS = 1000;

/** The longest, in milliseconds: a clock that was put back must not put off a result for days. */
const LONGEST_PAUSE_MS = MINUTE_MS;

export type OutboxListener = {
  sender: () => Sender;
  /** The entries as they now are: waiting and refused ones. */
  onEntries: (entries: OutboxEntry[]) => void;
  /** The sending of an entry ended so, in this tab or elsewhere; `onEntries` follows. */
  onOutcome: (key: string, outcome: SendOutcome) => void;
};

let listener: OutboxListener | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The entries that waited last time: one that is gone without our doing was sent elsewhere. */
let lastWaiting = new Map<string, OutboxEntry>();

/** Sends on start, when online or visible again and after waits; gives the way to stop. */
export function startOutbox(newListener: OutboxListener): () => void {
  listener = newListener;
  const onVisible = () => {
    if (document.visibilityState === 'visible') void send(true);
  };
  const onOnline = () => void send(true);
  const onMessage = (event: MessageEvent) => {
    if (isResultsSent(event.data)) void tell();
  };
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  void send(true);
  return () => {
    listener = null;
    clearTimeout(timer);
    removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}

/** Words for something that is stored and could not be sent yet. */
export const SAVED_TO_SEND = 'Saved. We will send it when you are back online';

/**
 * Stores an entry before its first send, has the worker send it should the app be closed, and
 * sends. Gives whether the phone stored it; else it is kept as long as the page.
 */
export async function queueEntry(entry: OutboxEntry): Promise<boolean> {
  const isSaved = await putEntry(entry);
  await tell();
  void send(true);
  return isSaved;
}

/** Changes of a profile are stored one after the other: each goes together with the one before. */
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Queues a change of the player's profile, under the `sentKey` that it was sent with. A change that was
 * never sent is merged with all that wait so: the last word on each field wins. Gives the result of
 * `queueEntry`.
 */
export function queueProfile(
  change: ProfileChange,
  ownerId: string,
  sentKey: string | null = null,
): Promise<boolean> {
  const queued = lastChange.then(() => queueChange(change, ownerId, sentKey));
  lastChange = queued.catch(() => undefined);
  return queued;
}

async function queueChange(
  change: ProfileChange,
  ownerId: string,
  sentKey: string | null,
): Promise<boolean> {
  const changes = (await readEntries()).filter(isProfile);
  // The last word is sent last, though the clock was put back since the one before.
  const at = Math.max(Date.now(), ...changes.map(({ createdAt }) => createdAt + 1));
  if (sentKey) return queueEntry(profileEntry(change, ownerId, sentKey, at));
  const isUnsent = (entry: OutboxEntry) =>
    isProfile(entry) && entry.ownerId === ownerId && entry.attempts === 0 && !entry.refusal;
  const unsent = changes.filter(isUnsent);
  await Promise.all(unsent.map((entry) => forget(entry.key)));
  const whole = Object.assign({}, ...unsent.map((entry) => entry.change), change);
  return queueEntry(profileEntry(whole, ownerId, newKey(), at));
}

/** Forgets an entry that the server refused, once its player has seen why. */
export async function dismissRefused(key: string): Promise<void> {
  await forget(key);
  await tell();
}

async function forget(key: string): Promise<void> {
  lastWaiting.delete(key);
  await removeEntry(key);
}

/** Sends waiting entries now, because a player asked for it. */
export function sendNow(): Promise<void> {
  return send(true);
}

async function send(force: boolean): Promise<void> {
  if (!listener) return;
  clearTimeout(timer);
  const outcomes = await sendWaiting(listener.sender(), { force });
  for (const [key, outcome] of outcomes) {
    lastWaiting.delete(key);
    listener?.onOutcome(key, outcome);
  }
  await tell();
}

async function tell(): Promise<void> {
  const { entries, isWhole } = await readOutbox();
  if (!listener) return;
  const waiting = entries.filter(({ refusal }) => !refusal);
  const keys = new Set(entries.map(({ key }) => key));
  // A phone that does not answer finds no entry, which proves nothing.
  if (isWhole) {
    for (const [key, entry] of lastWaiting) if (!keys.has(key)) tellOfGone(entry, listener);
    lastWaiting = new Map(waiting.map((entry) => [entry.key, entry]));
  }
  listener.onEntries(entries);

  if (waiting.length === 0 && isWhole) return;
  if (waiting.length > 0) void askForBackgroundSync();
  const next = Math.min(...waiting.map(({ nextAttemptAt }) => nextAttemptAt));
  clearTimeout(timer);
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, next - Date.now()));
  timer = setTimeout(() => void send(false), pauseMs);
}

/** Another tab or the worker sent it; or its player signed out, and it was no result. */
function tellOfGone(entry: OutboxEntry, { sender, onOutcome }: OutboxListener): void {
  if (isResult(entry)) onOutcome(entry.key, COUNTED_ELSEWHERE);
  else if (isMessage(entry) && sender()?.playerId === entry.ownerId) {
    onOutcome(entry.key, { state: 'sent' });
  }
}

/** Background Sync, where the browser has it; the alarm above does without. */
async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration || !('sync' in registration)) return;
  const { sync } = registration as { sync: { register(tag: string): Promise<void> } };
  // Refused in private windows and by battery savers.
  await sync.register(OUTBOX_SYNC_TAG).catch(() => undefined);
}

/** The results in the outbox, oldest first. */
export const resultsAtom = atom<readonly ResultEntry[]>([]);

/** The messages in the outbox, oldest first. */
export const messagesAtom = atom<readonly MessageEntry[]>([]);

/** The changes of a profile in the outbox that their player sees, oldest first. */
export const profileChangesAtom = atom<readonly ProfileEntry[]>([]);

/** How the sendings of this visit ended, by the entry's key. */
export const outcomesAtom = atom<Readonly<Record<string, SendOutcome>>>({});
