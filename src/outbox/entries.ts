import type { ContactMessage } from '../contract/contact.ts';
import type { PointsSubmission } from '../contract/rounds.ts';

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

/** Nothing in it is personal: it outlives a logout (flows.md#logout). */
export type ResultEntry = Posted & {
  /** Missing in what was stored before there were messages. */
  kind?: 'result';
  submission: PointsSubmission;
  /** The round's own credential; `null` for an API without rounds. */
  roundSecret: string | null;
  /** Where there is no round: the id of the player whose token must bring it. */
  ownerId: string | null;
};

/** It holds an email and a phone, so it goes when its player does (flows.md#logout). */
export type MessageEntry = Posted & {
  kind: 'message';
  message: ContactMessage;
  ownerId: string;
  /** Whether the API wants their token with it: it said so with a 401. */
  needsOwner?: boolean;
};

export type OutboxEntry = ResultEntry | MessageEntry;

/** Whether an entry is a message; else it is a result. */
export function isMessage(entry: OutboxEntry): entry is MessageEntry {
  return entry.kind === 'message';
}

/** Whether an entry is a result. */
export function isResult(entry: OutboxEntry): entry is ResultEntry {
  return !isMessage(entry);
}

/** What an entry begins with; `now` in epoch milliseconds. */
export function newlyPosted(key: string, now: number): Posted {
  return { key, createdAt: now, attempts: 0, nextAttemptAt: now, refusal: null };
}

/** A message for the outbox, under the `key` it may have been sent with; `now` in milliseconds. */
export function messageEntry(
  message: ContactMessage,
  ownerId: string,
  key: string,
  now: number,
): MessageEntry {
  return { kind: 'message', message, ownerId, ...newlyPosted(key, now) };
}
