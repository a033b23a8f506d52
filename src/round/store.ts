import { atom } from 'jotai';
import * as v from 'valibot';
import { lastStepKey, ROUND_DB } from '../config/storage-keys.ts';
import type { Question } from '../contract/points.ts';
import { fallbackStore } from '../lib/fallback-store.ts';
import { keptValue } from '../lib/kept.ts';
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
  /** Epoch milliseconds of the server's clock, as far as it is known (game.md#how-long-a-round-lasts). */
  playableUntil: number;
  /**
   * Whether the player took the round to play it later. Older versions of the app did not store this field.
   */
  isForLater?: boolean;
  /** `null` until the first question is shown, which starts the clock. */
  state: RoundState<Question> | null;
};

/**
 * The attempt to start a round, stored before its first call. After a reload or a dropped reply the next call
 * uses the same keys, so one tap never takes two plays or holds two stakes.
 */
export type StartAttempt = {
  category: SavedRound['category'];
  level: Level;
  /** Older versions of the app did not store this field. */
  isForLater?: boolean;
  playKey: string;
  questionsKey: string;
  /** Whether the questions were asked for. If they were, a round may be open on the server. */
  isAsked: boolean;
  /** Whether the call for the questions also takes the play. Older versions did not store this field. */
  isNewPlay?: boolean;
  /** Epoch milliseconds of the server's clock, as far as it is known. */
  startedAt: number;
};

const records = fallbackStore<SavedRound | StartAttempt>(ROUND_DB, 'rounds');

/** The name of a round in the phone's storage. It holds the player's id, since players may share a phone. */
const placeOf = ({ playerId, key }: { playerId: string; key: string }) =>
  `round-${playerId}-${key}`;

const oldPlaceOf = (playerId: string) => `round-${playerId}`;

const attemptPlaceOf = (playerId: string) => `attempt-${playerId}`;

/** A player's rounds on this phone, as far as storage can be read. */
export async function readRounds(playerId: string): Promise<SavedRound[]> {
  const found = new Map<string, SavedRound>();
  for (const [place, round] of await readAllRounds()) {
    if (round.playerId !== playerId) continue;
    if (place === oldPlaceOf(playerId)) await moveFrom(place, round);
    // A tab of an older version may have stored later steps in the old place.
    const other = found.get(placeOf(round));
    if (!other || stepsOf(round) > stepsOf(other)) found.set(placeOf(round), round);
  }
  return [...found.values()].map(withLastStep);
}

/** Reads a player's round with this key from storage; without a key, the player's first round. */
export async function readRound(playerId: string, key?: string): Promise<SavedRound | null> {
  const rounds = await readRounds(playerId);
  return (key ? rounds.find((round) => round.key === key) : rounds[0]) ?? null;
}

async function readAllRounds(): Promise<[place: string, round: SavedRound][]> {
  const { all } = await records.readAll();
  return all.filter((one): one is [string, SavedRound] => 'questions' in one[1]);
}

/** Gives the round with its last noted step, since the stored step may be an older one. */
function withLastStep(round: SavedRound): SavedRound {
  const step = readStep(round.key);
  const { terms, questions, state } = round;
  const isBehind = !step || step.rows.length < (state?.rows.length ?? 0);
  return isBehind ? round : { ...round, state: { terms, questions, ...step } };
}

/** Moves a round that an older version stored to its own place, unless that place holds a later step. */
async function moveFrom(oldPlace: string, round: SavedRound): Promise<void> {
  const own = await records.read(placeOf(round));
  const isLater = own && 'questions' in own && stepsOf(own) >= stepsOf(round);
  if (isLater || (await records.write(placeOf(round), round))) await records.remove(oldPlace);
}

const stepsOf = ({ state }: SavedRound) => (state ? state.rows.length + 1 : 0);

/**
 * Stores a round with its newest step; gives whether the phone did. If not, the round lasts for this visit
 * only.
 */
export function saveRound(round: SavedRound): Promise<boolean> {
  return records.write(placeOf(round), round);
}

/**
 * Stores a round and removes its attempt in one step. An attempt that stayed would bring the round back after
 * its end. Gives whether the phone stored the round; if not, the round lasts for this visit only.
 */
export function saveStartedRound(round: SavedRound): Promise<boolean> {
  return records.replace(placeOf(round), round, attemptPlaceOf(round.playerId));
}

/** Forgets the round with this key once its result has a definite answer, if the phone still has it. */
export async function forgetRoundOf(key: string): Promise<void> {
  for (const [, round] of await readAllRounds()) {
    if (round.key === key) await forgetRound(round);
  }
}

/** Removes a round from the phone, with everything that would bring it back. */
export async function forgetRound(round: SavedRound): Promise<void> {
  if (await records.remove(placeOf(round))) keptStep(round.key).forget();
  // The phone may have refused to remove the attempt. If it stayed, it would bring the round back.
  const attemptPlace = attemptPlaceOf(round.playerId);
  if (records.refusedRemovals().includes(attemptPlace)) await records.remove(attemptPlace);
  const oldPlace = oldPlaceOf(round.playerId);
  const old = await records.read(oldPlace);
  if (old && 'key' in old && old.key === round.key) await records.remove(oldPlace);
}

/** A player's attempt that has neither brought a round nor been refused yet. */
export async function readAttempt(playerId: string): Promise<StartAttempt | null> {
  return ((await records.read(attemptPlaceOf(playerId))) as StartAttempt | undefined) ?? null;
}

/** Stores an attempt; gives whether the phone did. If not, the attempt lasts for this visit only. */
export function saveAttempt(playerId: string, attempt: StartAttempt): Promise<boolean> {
  return records.write(attemptPlaceOf(playerId), attempt);
}

/** Removes a player's attempt from the phone. */
export async function forgetAttempt(playerId: string): Promise<void> {
  await records.remove(attemptPlaceOf(playerId));
}

/** Removes all rounds of a player whose account is deleted from this phone. */
export async function forgetRoundsOf(playerId: string): Promise<void> {
  for (const round of await readRounds(playerId)) await forgetRound(round);
  await forgetAttempt(playerId);
}

const lastStepSchema = v.object({
  rows: v.array(
    v.object({
      questionId: v.string(),
      choice: v.nullable(v.string()),
      ms: v.number(),
      end: v.picklist(['answered', 'skipped', 'timeout']),
    }),
  ),
  shownAt: v.number(),
  steppedAt: v.number(),
  left: v.boolean(),
});

const keptStep = (roundKey: string) =>
  keptValue('localStorage', lastStepKey(roundKey), lastStepSchema);

/**
 * Notes a round's newest step in local storage, which keeps it at once. IndexedDB may answer only after the
 * answer's colour is due. Gives whether the note was kept; if not, the older note is removed too, because it
 * would be wrong.
 */
export function noteStep(
  roundKey: string,
  { rows, shownAt, steppedAt, left }: RoundState,
): boolean {
  const kept = keptStep(roundKey);
  const isKept = kept.set({ rows: [...rows], shownAt, steppedAt, left });
  if (!isKept) kept.forget();
  return isKept;
}

/** The newest noted step of a round; `null` if there is no note or it cannot be read. */
export function readStep(roundKey: string): v.InferOutput<typeof lastStepSchema> | null {
  return keptStep(roundKey).get();
}

/** The round being played on this page; its copy on the phone follows each step. */
export const roundAtom = atom<SavedRound | null>(null);

/**
 * Whether a round has to be finished before another is started. A saved round that is not begun need not be.
 */
export function isOpenRound({ isForLater, state }: SavedRound): boolean {
  return !isForLater || state !== null;
}
