import { atom } from 'jotai';
import type { Question } from '../contract/rounds.ts';
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
  /** `null` until the first question is shown: only then does the clock start. */
  state: RoundState<Question> | null;
};

/** The round being played on this page; its copy on the phone follows each step. */
export const roundAtom = atom<SavedRound | null>(null);

/** Whether a round has to be finished before another is started; else it is saved for later. */
export function isOpenRound({ isForLater, state }: SavedRound): boolean {
  return !isForLater || state !== null;
}
