import { atom } from 'jotai';
import type { Question } from '../../contract/rounds.ts';
import { pageClock } from '../../lib/clock.ts';
import { queueResult } from '../../offline/outbox-loop.ts';
import { resultEntry } from '../../offline/result-entry.ts';
import { roundAtom } from '../../offline/round-atom.ts';
import { forgetRound, type SavedRound, saveRound } from '../../offline/round-storage.ts';
import {
  isRoundOver,
  type RoundEvent,
  type RoundState,
  startRound,
  stepRound,
} from '../../rules/round.ts';

/** A step as a screen asks for it; the time is added here. */
export type Step =
  | { type: 'answer'; choice: string }
  | { type: 'skip' | 'timeout' | 'resume' | 'leave' };

/** Whether the phone could store the result of the round that just ended; `null` before that. */
export const resultSavedAtom = atom<boolean | null>(null);

/** Puts a round on the table: a new one starts its clock now, a stored one is resumed. */
export const openRoundAtom = atom(null, (_get, set, round: SavedRound) => {
  const now = pageClock();
  const state = round.state
    ? stepRound(round.state, { type: 'resume', at: now })
    : startRound(round.terms, round.questions, now);
  set(resultSavedAtom, null);
  keep(
    round,
    state,
    (saved) => set(roundAtom, saved),
    (isSaved) => set(resultSavedAtom, isSaved),
  );
});

/** Two presses of Skip within this time are one double tap, in milliseconds. */
const DOUBLE_TAP_MS = 400;

/** Whether Skip was pressed for the question before: the second tap would cost another one. */
function isSecondTap({ rows, steppedAt }: RoundState<Question>, at: number): boolean {
  return rows.at(-1)?.end === 'skipped' && at - steppedAt < DOUBLE_TAP_MS;
}

/** Takes one step of the round on the table. What cannot happen now changes nothing. */
export const stepRoundAtom = atom(null, (get, set, step: Step) => {
  const round = get(roundAtom);
  if (!round?.state) return;
  const at = pageClock();
  if (step.type === 'skip' && isSecondTap(round.state, at)) return;
  const event: RoundEvent = { ...step, at };
  const state = stepRound(round.state, event);
  if (state === round.state) return;
  keep(
    round,
    state,
    (saved) => set(roundAtom, saved),
    (isSaved) => set(resultSavedAtom, isSaved),
  );
});

/** Shows a step and stores it; the last one puts the result in the outbox, then forgets the round. */
async function keep(
  round: SavedRound,
  state: RoundState<Question>,
  show: (round: SavedRound) => void,
  onResult: (isSaved: boolean) => void,
): Promise<void> {
  const next = { ...round, state };
  show(next);
  await saveRound(next);
  if (!isRoundOver(state)) return;
  onResult(await queueResult(resultEntry(round, state, Date.now())));
  await forgetRound(round.playerId);
}
