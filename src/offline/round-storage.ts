import { ROUND_DB } from '../config/storage-keys.ts';
import type { Category } from '../contract/categories.ts';
import type { Question } from '../contract/rounds.ts';
import { phoneStore } from '../lib/phone-store.ts';
import type { Level } from '../rules/levels.ts';
import type { RoundState, RoundTerms } from '../rules/round.ts';

/** A round as the phone keeps it, from its issue until its result is in the outbox. */
export type SavedRound = {
  /** The name of its result in the outbox, and its idempotency key. */
  key: string;
  playerId: string;
  category: { id: string; name: string };
  level: Level;
  terms: RoundTerms;
  questions: Question[];
  /** The server's round; `null` for an API without rounds. */
  issued: { id: string; secret: string } | null;
  /** Until when it can be played, in epoch milliseconds of this phone's clock (decision 28). */
  playableUntil: number;
  /** `null` until the first question is shown: only then does the clock start. */
  state: RoundState<Question> | null;
};

const rounds = phoneStore<SavedRound | StartAttempt>(ROUND_DB, 'rounds');

/** On a shared phone each player has an unfinished round of their own. */
const roundKey = (playerId: string) => `round-${playerId}`;

/** A player's unfinished round on this phone, if there is one and storage can be read. */
export async function readRound(playerId: string): Promise<SavedRound | null> {
  return ((await rounds.read(roundKey(playerId))) as SavedRound | undefined) ?? null;
}

/**
 * Stores the round after a step.
 * @returns whether the phone stored it
 */
export function saveRound(round: SavedRound): Promise<boolean> {
  return rounds.write(roundKey(round.playerId), round);
}

/** Forgets a player's round: its result is in the outbox. */
export async function forgetRound(playerId: string): Promise<void> {
  await rounds.remove(roundKey(playerId));
}

/**
 * The attempt to start a round, stored before its first call: a reload or a dropped reply goes on
 * with the same keys, so that one tap can never take two plays or hold two stakes.
 */
export type StartAttempt = {
  category: Category;
  level: Level;
  playKey: string;
  questionsKey: string;
  /** Whether the questions were asked for: then a round may be open on the server. */
  isAsked: boolean;
  /** Epoch milliseconds. */
  startedAt: number;
};

const attemptKey = (playerId: string) => `attempt-${playerId}`;

/** Attempts that the phone would not keep: they live as long as the page. */
const unsavedAttempts = new Map<string, StartAttempt>();

/** A player's attempt that has not come to a round or a refusal yet. */
export async function readAttempt(playerId: string): Promise<StartAttempt | null> {
  const unsaved = unsavedAttempts.get(playerId);
  if (unsaved) return unsaved;
  return ((await rounds.read(attemptKey(playerId))) as StartAttempt | undefined) ?? null;
}

/** Stores an attempt; where the phone refuses, for this visit alone. */
export async function saveAttempt(playerId: string, attempt: StartAttempt): Promise<void> {
  if (await rounds.write(attemptKey(playerId), attempt)) unsavedAttempts.delete(playerId);
  else unsavedAttempts.set(playerId, attempt);
}

/** Forgets the attempt: it has come to a round, or to a refusal. */
export async function forgetAttempt(playerId: string): Promise<void> {
  unsavedAttempts.delete(playerId);
  await rounds.remove(attemptKey(playerId));
}
