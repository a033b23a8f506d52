import { ROUND_DB } from '../config/storage-keys.ts';
import type { Category } from '../contract/categories.ts';
import type { Question } from '../contract/rounds.ts';
import { phoneStore } from '../lib/phone-store.ts';
import type { Level } from '../rules/levels.ts';
import type { RoundState, RoundTerms } from '../rules/round.ts';
import { forgetStep, readStep } from './last-step.ts';

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
  /** Taken to be played later. Missing in what was stored before there were two rounds. */
  isForLater?: boolean;
  /** `null` until the first question is shown: only then does the clock start. */
  state: RoundState<Question> | null;
};

const records = phoneStore<SavedRound | StartAttempt>(ROUND_DB, 'rounds');

/** On a shared phone each player has rounds of their own, each under its own name. */
const placeOf = ({ playerId, key }: { playerId: string; key: string }) =>
  `round-${playerId}-${key}`;

/** Where older versions kept a player's only round. */
const oldPlaceOf = (playerId: string) => `round-${playerId}`;

/**
 * What the phone would not write lives here as long as the page: rounds with their newest step,
 * and `null` for those whose removal it refused.
 */
const unsaved = new Map<string, SavedRound | null>();

/** A player's rounds on this phone, as far as storage can be read. */
export async function readRounds(playerId: string): Promise<SavedRound[]> {
  const found = new Map<string, SavedRound | null>();
  for (const [place, record] of (await records.readAll()) ?? []) {
    if (!('questions' in record) || record.playerId !== playerId) continue;
    if (place === oldPlaceOf(playerId)) await moveFrom(place, record);
    // A tab of an older version may have gone on at the old place.
    const other = found.get(placeOf(record));
    if (!other || stepsOf(record) > stepsOf(other)) found.set(placeOf(record), record);
  }
  for (const [place, round] of unsaved) {
    if (round === null || round.playerId === playerId) found.set(place, round);
  }
  return [...found.values()].filter((round) => round !== null).map(withLastStep);
}

/** The round with the step that was noted last: its own may have been on its way to the phone. */
function withLastStep(round: SavedRound): SavedRound {
  const step = readStep(round.key);
  const { terms, questions, state } = round;
  const isBehind = !step || step.rows.length < (state?.rows.length ?? 0);
  return isBehind ? round : { ...round, state: { terms, questions, ...step } };
}

/** A player's round of this key, as it now stands; without a key the one that there is. */
export async function readRound(playerId: string, key?: string): Promise<SavedRound | null> {
  const rounds = await readRounds(playerId);
  return (key ? rounds.find((round) => round.key === key) : rounds[0]) ?? null;
}

/** Moves what an older version stored to its own place, unless that holds a later step. */
async function moveFrom(oldPlace: string, round: SavedRound): Promise<void> {
  const own = await records.read(placeOf(round));
  const isLater = own && 'questions' in own && stepsOf(own) >= stepsOf(round);
  if (isLater || (await records.write(placeOf(round), round))) await records.remove(oldPlace);
}

const stepsOf = ({ state }: SavedRound) => (state ? state.rows.length + 1 : 0);

/**
 * Stores the round after a step. On a phone that refuses (full, blocked) it is kept in memory, so
 * that it can be played during this visit.
 * @returns whether the phone stored it
 */
export async function saveRound(round: SavedRound): Promise<boolean> {
  const isSaved = await records.write(placeOf(round), round);
  if (isSaved) unsaved.delete(placeOf(round));
  else unsaved.set(placeOf(round), round);
  return isSaved;
}

/**
 * Stores a round in place of the attempt that brought it, in one step: an attempt beside its round
 * would bring it once more after its end.
 * @returns whether the phone stored it; else it can be played during this visit
 */
export async function saveStartedRound(round: SavedRound): Promise<boolean> {
  const { playerId } = round;
  const isSaved = await records.replace(placeOf(round), round, attemptKey(playerId));
  if (isSaved) {
    unsaved.delete(placeOf(round));
    unsavedAttempts.delete(playerId);
  } else {
    unsaved.set(placeOf(round), round);
    unsavedAttempts.set(playerId, null);
  }
  return isSaved;
}

/** Forgets the round of a result that has its definite answer, if it is still there. */
export async function forgetRoundOf(key: string): Promise<void> {
  const stored = ((await records.readAll()) ?? []).map(([, record]) => record);
  for (const record of [...stored, ...unsaved.values()]) {
    if (record && 'questions' in record && record.key === key) await forgetRound(record);
  }
}

/** Forgets a round: its result is in the outbox. */
export async function forgetRound(round: SavedRound): Promise<void> {
  if (await records.remove(placeOf(round))) {
    unsaved.delete(placeOf(round));
    forgetStep(round.key);
  } else unsaved.set(placeOf(round), null);
  // Its attempt would bring the round back.
  if (unsavedAttempts.get(round.playerId) === null) await forgetAttempt(round.playerId);
  const oldPlace = oldPlaceOf(round.playerId);
  const old = await records.read(oldPlace);
  if (old && 'key' in old && old.key === round.key) await records.remove(oldPlace);
}

/**
 * The attempt to start a round, stored before its first call: a reload or a dropped reply goes on
 * with the same keys, so that one tap can never take two plays or hold two stakes.
 */
export type StartAttempt = {
  category: Category;
  level: Level;
  /** Missing in what was stored before there were two rounds. */
  isForLater?: boolean;
  playKey: string;
  questionsKey: string;
  /** Whether the questions were asked for: then a round may be open on the server. */
  isAsked: boolean;
  /** Epoch milliseconds. */
  startedAt: number;
};

const attemptKey = (playerId: string) => `attempt-${playerId}`;

/**
 * Attempts that the phone would not keep: they live as long as the page; `null` for those whose
 * removal it refused.
 */
const unsavedAttempts = new Map<string, StartAttempt | null>();

/** A player's attempt that has not come to a round or a refusal yet. */
export async function readAttempt(playerId: string): Promise<StartAttempt | null> {
  const unsavedAttempt = unsavedAttempts.get(playerId);
  if (unsavedAttempt !== undefined) return unsavedAttempt;
  return ((await records.read(attemptKey(playerId))) as StartAttempt | undefined) ?? null;
}

/**
 * Stores an attempt; where the phone refuses, for this visit alone.
 * @returns whether the phone stored it
 */
export async function saveAttempt(playerId: string, attempt: StartAttempt): Promise<boolean> {
  const isSaved = await records.write(attemptKey(playerId), attempt);
  if (isSaved) unsavedAttempts.delete(playerId);
  else unsavedAttempts.set(playerId, attempt);
  return isSaved;
}

/** Forgets the attempt: it has come to a round, or to a refusal. */
export async function forgetAttempt(playerId: string): Promise<void> {
  if (await records.remove(attemptKey(playerId))) unsavedAttempts.delete(playerId);
  else unsavedAttempts.set(playerId, null);
}
