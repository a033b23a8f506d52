import type * as v from 'valibot';
import type { ContactMessage } from '../contract/contact.ts';
import type { PointsSubmission } from '../contract/points.ts';
import type { profileSchema } from '../contract/profile.ts';
import type { QuestionReport } from '../contract/question-reports.ts';

type Posted = {
  /** The entry's id, and its idempotency key: an entry that is sent twice counts once. */
  key: string;
  /** Epoch milliseconds. */
  createdAt: number;
  attempts: number;
  /** The entry is not sent before this instant, in epoch milliseconds. */
  nextAttemptAt: number;
  /** The time until which a server asked to wait, in epoch ms. Not even a forced pass sends sooner. */
  heldUntil?: number;
  /** Set when the server has refused the entry for good. The entry is then shown, and no longer sent. */
  refusal: { code: string; message: string } | null;
};

/** A result. It holds nothing personal, so it stays on the phone after a logout (account.md#logout). */
export type ResultEntry = Posted & {
  /** Missing in entries that older versions of the app stored, before there were messages. */
  kind?: 'result';
  submission: PointsSubmission;
  /** The round's own credential; `null` if the API has no rounds. */
  roundSecret: string | null;
  /** The player whose token must be sent with the result, if the result has no round. */
  ownerId: string | null;
};

/** A message. It holds an email and a phone number, so a logout deletes it (account.md#logout). */
export type MessageEntry = Posted & {
  kind: 'message';
  message: ContactMessage;
  ownerId: string;
  /** Whether the API wants the player's token with the message, which it said by a 401. */
  needsOwner?: boolean;
};

/** A player's change of their profile as it is sent, without a picture. */
export type ProfileChange = Omit<v.InferInput<typeof profileSchema>, 'image' | 'imageName'>;

/** A change of the profile in the outbox. A logout deletes it (account.md#logout). */
export type ProfileEntry = Posted & {
  kind: 'profile';
  change: ProfileChange;
  ownerId: string;
};

/**
 * A report that a question is wrong. Its only personal datum is the player's id, as in a result, so it stays
 * after a logout. It is sent when the player is signed in again.
 */
export type ReportEntry = Posted & {
  kind: 'report';
  questionId: string;
  report: QuestionReport;
  ownerId: string;
};

export type OutboxEntry = ResultEntry | MessageEntry | ProfileEntry | ReportEntry;

export function isMessage(entry: OutboxEntry): entry is MessageEntry {
  return entry.kind === 'message';
}

export function isResult(entry: OutboxEntry): entry is ResultEntry {
  return entry.kind === undefined || entry.kind === 'result';
}

export function isReport(entry: OutboxEntry): entry is ReportEntry {
  return entry.kind === 'report';
}

export function isProfile(entry: OutboxEntry): entry is ProfileEntry {
  return entry.kind === 'profile';
}

/** Whether a change sets only the theme. Its player then gets no message about it (account.md#dark-mode). */
export function isThemeAlone(entry: ProfileEntry): boolean {
  return Object.keys(entry.change).every((field) => field === 'dark');
}

/** Makes the entry of a profile change. `key` is the key of an earlier try, if any; `now` is in epoch ms. */
export function profileEntry(
  change: ProfileChange,
  ownerId: string,
  key: string,
  now: number,
): ProfileEntry {
  return { kind: 'profile', change, ownerId, ...newlyPosted(key, now) };
}

/** Gives the state of an entry that was never sent; `now` in epoch milliseconds. */
export function newlyPosted(key: string, now: number): Posted {
  return { key, createdAt: now, attempts: 0, nextAttemptAt: now, refusal: null };
}

/** Makes the entry of a message. `key` is the key of an earlier try, if any; `now` is in epoch ms. */
export function messageEntry(
  message: ContactMessage,
  ownerId: string,
  key: string,
  now: number,
): MessageEntry {
  return { kind: 'message', message, ownerId, ...newlyPosted(key, now) };
}

/** Makes the entry of a question's report. `key` is the key of an earlier try, if any; `now` in epoch ms. */
export function reportEntry(
  questionId: string,
  report: QuestionReport,
  ownerId: string,
  key: string,
  now: number,
): ReportEntry {
  return { kind: 'report', questionId, report, ownerId, ...newlyPosted(key, now) };
}
