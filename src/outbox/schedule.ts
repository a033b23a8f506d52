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

/** The shortest wait between two passes, in milliseconds. Another tab may be sending at the moment. */
const SHORTEST_PAUSE_MS = 1000;

/** The longest wait, in milliseconds, so that a clock that was put back does not delay a result for days. */
const LONGEST_PAUSE_MS = MINUTE_MS;

export type OutboxListener = {
  sender: () => Sender;
  /** Called with all current entries, waiting and refused. */
  onEntries: (entries: OutboxEntry[]) => void;
  /** Called with the outcome of sending an entry, here or elsewhere. `onEntries` is called after it. */
  onOutcome: (key: string, outcome: SendOutcome) => void;
};

let listener: OutboxListener | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The entries that waited at the last look. An entry that vanished without this tab was sent elsewhere. */
let lastWaiting = new Map<string, OutboxEntry>();

/** Sends now, when the phone is online or the page visible again, and after waits. Gives a stop function. */
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

/** The message for an entry that is stored and could not be sent yet. */
export const SAVED_TO_SEND = 'Saved. We will send it when you are back online';

/**
 * Stores an entry, registers Background Sync so that the worker sends it if the app is closed, and starts to
 * send. Gives whether the phone stored the entry. If not, it is kept only while the page is open.
 */
export async function queueEntry(entry: OutboxEntry): Promise<boolean> {
  const isSaved = await putEntry(entry);
  await tell();
  void send(true);
  return isSaved;
}

/** The last change of a profile. The next change waits until it is stored, to be merged with it. */
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Queues a change of the player's profile. `sentKey` is the key of a try that got no answer. A change that
 * was never sent is merged with the waiting changes that were never sent either, and the latest value of a
 * field wins. Gives the result of `queueEntry`.
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
  // The latest change must be sent last, even if the clock was put back since the change before.
  const at = Math.max(Date.now(), ...changes.map(({ createdAt }) => createdAt + 1));
  if (sentKey) return queueEntry(profileEntry(change, ownerId, sentKey, at));
  const isUnsent = (entry: OutboxEntry) =>
    isProfile(entry) && entry.ownerId === ownerId && entry.attempts === 0 && !entry.refusal;
  const unsent = changes.filter(isUnsent);
  await Promise.all(unsent.map((entry) => forget(entry.key)));
  const whole = Object.assign({}, ...unsent.map((entry) => entry.change), change);
  return queueEntry(profileEntry(whole, ownerId, newKey(), at));
}

/** Removes a refused entry, once its player has seen the reason. */
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
  // If the phone's storage does not answer, missing entries do not prove that they were sent.
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

/** Reports a missing entry: another tab or the worker sent it, or a logout deleted what is no result. */
function tellOfGone(entry: OutboxEntry, { sender, onOutcome }: OutboxListener): void {
  if (isResult(entry)) onOutcome(entry.key, COUNTED_ELSEWHERE);
  else if (isMessage(entry) && sender()?.playerId === entry.ownerId) {
    onOutcome(entry.key, { state: 'sent' });
  }
}

/** Registers Background Sync, if the browser has it. Without it, the timer above still sends. */
async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration || !('sync' in registration)) return;
  const { sync } = registration as { sync: { register(tag: string): Promise<void> } };
  // Browsers refuse this in private windows and when they save battery.
  await sync.register(OUTBOX_SYNC_TAG).catch(() => undefined);
}

/** The results in the outbox, oldest first. */
export const resultsAtom = atom<readonly ResultEntry[]>([]);

/** The messages in the outbox, oldest first. */
export const messagesAtom = atom<readonly MessageEntry[]>([]);

/** The profile changes in the outbox, oldest first, without those that are only the theme. */
export const profileChangesAtom = atom<readonly ProfileEntry[]>([]);

/** The outcomes of what was sent since the app was opened, by the entry's key. */
export const outcomesAtom = atom<Readonly<Record<string, SendOutcome>>>({});
