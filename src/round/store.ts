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
  /** Taken to be played later. Missing in what was stored before there were two rounds. */
  isForLater?: boolean;
  /** `null` until the first question is shown: the clock starts then. */
  state: RoundState<Question> | null;
};

/**
 * The attempt to start a round, stored before its first call: a reload or a dropped reply goes on
 * with the same keys, so one tap never takes two plays or holds two stakes.
 */
export type StartAttempt = {
  category: SavedRound['category'];
  level: Level;
  /** Missing in what was stored before there were two rounds. */
  isForLater?: boolean;
  playKey: string;
  questionsKey: string;
  /** Whether the questions were asked for: then a round may be open on the server. */
  isAsked: boolean;
  /** Whether the questions' call takes the play, too; missing in what older versions stored. */
  isNewPlay?: boolean;
  /** Epoch milliseconds of the server's clock, as far as it is known. */
  startedAt: number;
};

const records = fallbackStore<SavedRound | StartAttempt>(ROUND_DB, 'rounds');

/** On a shared phone each player has rounds of their own, each under its own name. */
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
    // A tab of an older version may have gone on at the old place.
    const other = found.get(placeOf(round));
    if (!other || stepsOf(round) > stepsOf(other)) found.set(placeOf(round), round);
  }
  return [...found.values()].map(withLastStep);
}

/** A player's round of this key, read anew; without a key the one that there is. */
export async function readRound(playerId: string, key?: string): Promise<SavedRound | null> {
  const rounds = await readRounds(playerId);
  return (key ? rounds.find((round) => round.key === key) : rounds[0]) ?? null;
}

async function readAllRounds(): Promise<[place: string, round: SavedRound][]> {
  const { all } = await records.readAll();
  return all.filter((one): one is [string, SavedRound] => 'questions' in one[1]);
}

/** The round with the step that was noted last: its stored step may be an older one. */
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

/** Stores a round's step; gives whether the phone did. If not, it lives for this visit alone. */
export function saveRound(round: SavedRound): Promise<boolean> {
  return records.write(placeOf(round), round);
}

/**
 * Stores a round in place of its attempt, in one step: left beside it, the attempt would bring it
 * back after its end. Gives whether the phone did; if not, the round lives for this visit alone.
 */
export function saveStartedRound(round: SavedRound): Promise<boolean> {
  return records.replace(placeOf(round), round, attemptPlaceOf(round.playerId));
}

/** Forgets the round of a result that has its definite answer, if it is still there. */
export async function forgetRoundOf(key: string): Promise<void> {
  for (const [, round] of await readAllRounds()) {
    if (round.key === key) await forgetRound(round);
  }
}

/** Forgets a round: its result is in the outbox. */
export async function forgetRound(round: SavedRound): Promise<void> {
  if (await records.remove(placeOf(round))) keptStep(round.key).forget();
  // Its attempt would bring the round back.
  const attemptPlace = attemptPlaceOf(round.playerId);
  if (records.refusedRemovals().includes(attemptPlace)) await records.remove(attemptPlace);
  const oldPlace = oldPlaceOf(round.playerId);
  const old = await records.read(oldPlace);
  if (old && 'key' in old && old.key === round.key) await records.remove(oldPlace);
}

/** A player's attempt that has not come to a round or a refusal yet. */
export async function readAttempt(playerId: string): Promise<StartAttempt | null> {
  return ((await records.read(attemptPlaceOf(playerId))) as StartAttempt | undefined) ?? null;
}

/** Stores an attempt; gives whether the phone did. If not, it lives for this visit alone. */
export function saveAttempt(playerId: string, attempt: StartAttempt): Promise<boolean> {
  return records.write(attemptPlaceOf(playerId), attempt);
}

/** Forgets the attempt: it has come to a round, or to a refusal. */
export async function forgetAttempt(playerId: string): Promise<void> {
  await records.remove(attemptPlaceOf(playerId));
}

/** Forgets a player's rounds on this phone: their account is deleted. */
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
 * Notes a round's newest step in local storage, which keeps it at once (IndexedDB may answer after
 * the answer's colour is due). Gives whether it did; if not, no note is left, since it would be an
 * old one.
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

/** The newest step of a round; `null` for none and for a note that cannot be read. */
export function readStep(roundKey: string): v.InferOutput<typeof lastStepSchema> | null {
  return keptStep(roundKey).get();
}

/** The round being played on this page; its copy on the phone follows each step. */
export const roundAtom = atom<SavedRound | null>(null);

/** Whether a round has to be finished before another is started; if not, it is saved for later. */
export function isOpenRound({ isForLater, state }: SavedRound): boolean {
  return !isForLater || state !== null;
}
