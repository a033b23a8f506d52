import type * as v from 'valibot';
import type { ContactMessage } from '../contract/contact.ts';
import type { PointsSubmission } from '../contract/points.ts';
import type { profileSchema } from '../contract/profile.ts';
import type { QuestionReport } from '../contract/question-reports.ts';

type Posted = {
  /** The idempotency key, and the entry's name: an entry that is sent twice counts once. */
  key: string;
  /** Epoch milliseconds. */
  createdAt: number;
  attempts: number;
  /** Not before this instant, in epoch milliseconds. */
  nextAttemptAt: number;
  /** A server asked to be left alone until then, in epoch milliseconds: nothing tries sooner. */
  heldUntil?: number;
  /** Set when the server refused it for good: it is shown, and no longer sent. */
  refusal: { code: string; message: string } | null;
};

/** Nothing in it is personal: it outlives a logout (account.md#logout). */
export type ResultEntry = Posted & {
  /** Missing in entries that were stored before there were messages. */
  kind?: 'result';
  submission: PointsSubmission;
  /** The round's own credential; `null` for an API without rounds. */
  roundSecret: string | null;
  /** For a result without a round: the id of the player whose token must bring it. */
  ownerId: string | null;
};

/** It holds an email and a phone, so it goes when its player does (account.md#logout). */
export type MessageEntry = Posted & {
  kind: 'message';
  message: ContactMessage;
  ownerId: string;
  /** Whether the API wants their token with it: it said so with a 401. */
  needsOwner?: boolean;
};

/** A player's change of their own data, as it is sent, without a picture. */
export type ProfileChange = Omit<v.InferInput<typeof profileSchema>, 'image' | 'imageName'>;

/** A player's change of their profile, without a picture; it goes when they do (account.md#logout). */
export type ProfileEntry = Posted & {
  kind: 'profile';
  change: ProfileChange;
  ownerId: string;
};

/**
 * A report that a question is wrong. It says nothing of its player but their id, as a result does, so it outlives a
 * logout and goes when they are back.
 */
export type ReportEntry = Posted & {
  kind: 'report';
  questionId: string;
  report: QuestionReport;
  ownerId: string;
};

export type OutboxEntry = ResultEntry | MessageEntry | ProfileEntry | ReportEntry;

/** Whether an entry is a message. */
export function isMessage(entry: OutboxEntry): entry is MessageEntry {
  return entry.kind === 'message';
}

/** Whether an entry is a result. */
export function isResult(entry: OutboxEntry): entry is ResultEntry {
  return entry.kind === undefined || entry.kind === 'result';
}

/** Whether an entry is the report of a question. */
export function isReport(entry: OutboxEntry): entry is ReportEntry {
  return entry.kind === 'report';
}

/** Whether an entry is a change of the profile. */
export function isProfile(entry: OutboxEntry): entry is ProfileEntry {
  return entry.kind === 'profile';
}

/** Whether an entry is the theme alone: its player gets no message about it (account.md#dark-mode). */
export function isThemeAlone(entry: ProfileEntry): boolean {
  return Object.keys(entry.change).every((field) => field === 'dark');
}

/** A change of the profile for the outbox, under the `key` it may have been sent with; `now` in ms. */
export function profileEntry(
  change: ProfileChange,
  ownerId: string,
  key: string,
  now: number,
): ProfileEntry {
  return { kind: 'profile', change, ownerId, ...newlyPosted(key, now) };
}

/** Gives the first state of an entry; `now` in epoch milliseconds. */
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

/** The report of a question for the outbox, under the `key` it may have been sent with; `now` in ms. */
export function reportEntry(
  questionId: string,
  report: QuestionReport,
  ownerId: string,
  key: string,
  now: number,
): ReportEntry {
  return { kind: 'report', questionId, report, ownerId, ...newlyPosted(key, now) };
}
