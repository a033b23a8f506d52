import { atom } from 'jotai';
import { toastWarning } from '../../components/toast.ts';
import type { Question } from '../../contract/rounds.ts';
import { pageClock } from '../../lib/clock.ts';
import { feel } from '../../lib/feel.ts';
import { finishRound } from '../../round/finish.ts';
import { noteStep } from '../../round/last-step.ts';
import { roundAtom, type SavedRound } from '../../round/saved-round.ts';
import { saveRound } from '../../round/store.ts';
import { resumeRound } from '../../rules/coming-back.ts';
import { endUnfinished } from '../../rules/leaving.ts';
import {
  beginRound,
  isRightAnswer,
  isRoundOver,
  type RoundEvent,
  type RoundState,
  stepRound,
} from '../../rules/round.ts';

/** A step as a screen asks for it; the time is added here. */
export type RoundStep =
  | { type: 'answer'; choice: string }
  | { type: 'skip' | 'timeout' | 'go-on' | 'resume' | 'leave' };

/** Whether the phone could store the result of the round that just ended; `null` before that. */
export const resultSavedAtom = atom<boolean | null>(null);

/**
 * Puts a round on the table: a new one starts its clock now, a stored one is resumed. To end it
 * instead is as good as leaving it before its next question was seen.
 */
export const openRoundAtom = atom(null, (_get, set, round: SavedRound, how: 'play' | 'end') => {
  const now = pageClock();
  const state = how === 'end' ? endUnfinished(round, now) : taken(round, now);
  set(resultSavedAtom, null);
  keep(
    round,
    state,
    (saved) => set(roundAtom, saved),
    (isSaved) => set(resultSavedAtom, isSaved),
  );
});

function taken({ terms, questions, state }: SavedRound, now: number): RoundState<Question> {
  return state ? resumeRound(state, now) : beginRound(terms, questions, now);
}

/** Two presses of Skip within this time are one double tap, in milliseconds. */
const DOUBLE_TAP_MS = 400;

/** A press so soon after the time was up was meant for the question before, in milliseconds. */
const LATE_TAP_MS = 300;

/** Whether a tap on the question on the table was meant for the one before it. */
function isMeantForBefore({ rows, shownAt }: RoundState, { type, at }: RoundEvent): boolean {
  const before = rows.at(-1)?.end;
  const shownMs = at - shownAt;
  if (before === 'skipped') return type === 'skip' && shownMs < DOUBLE_TAP_MS;
  const isTap = type === 'skip' || type === 'answer';
  return before === 'timeout' && isTap && shownMs < LATE_TAP_MS;
}

/** Takes one step of the round on the table. What cannot happen now changes nothing. */
export const stepRoundAtom = atom(null, (get, set, step: RoundStep) => {
  const round = newest(get(roundAtom));
  if (!round?.state) return;
  const event: RoundEvent = { ...step, at: pageClock() };
  if (isMeantForBefore(round.state, event)) return;
  const state = stepRound(round.state, event);
  if (state === round.state) return;
  // Its result is in the outbox already: only what is shown of its last question is over.
  if (isRoundOver(round.state)) return set(roundAtom, { ...round, state });
  keep(
    round,
    state,
    (saved) => {
      // The player may have gone to another page meanwhile: nothing is on the table then.
      if (get(roundAtom)?.key !== saved.key) return;
      set(roundAtom, saved);
      if (step.type === 'answer') feelAnswer(state);
    },
    (isSaved) => set(resultSavedAtom, isSaved),
  );
});

function feelAnswer({ rows, questions, terms }: RoundState<Question>): void {
  const row = rows.at(-1);
  const question = questions[rows.length - 1];
  if (!row || !question || row.end !== 'answered') return;
  feel(isRightAnswer(row, question, terms) ? 'right' : 'wrong');
}

/** How long a phone that notes no step may hold up its colour until it is stored, in milliseconds. */
const STORE_PATIENCE_MS = 80;

/** The step that is being stored, and not shown yet: the next one goes on from it. */
let underWay: SavedRound | null = null;

/** The round whose player has been told that the phone does not keep it. */
let warnedOf = '';

function newest(shown: SavedRound | null): SavedRound | null {
  return underWay && underWay.key === shown?.key ? underWay : shown;
}

/**
 * Notes a step, shows it and stores it, so that a reload cannot take back an answer whose colour
 * was seen; the last step puts the result in the outbox, then forgets the round. Without a note the
 * colour waits a short while for the store; where that refuses too, the player is told once. A
 * result that the phone refuses is sent from its stored round on the next visit.
 */
async function keep(
  round: SavedRound,
  state: RoundState<Question>,
  show: (round: SavedRound) => void,
  onResult: (isSaved: boolean) => void,
): Promise<void> {
  const next = { ...round, state };
  underWay = next;
  const isNoted = noteStep(round.key, state);
  const storing = saveRound(next);
  if (!isNoted) await within(STORE_PATIENCE_MS, storing);
  // A later step includes this one, and is as good as shown.
  if (underWay === next) {
    underWay = null;
    show(next);
  }
  if (!(await storing) && warnedOf !== round.key) {
    warnedOf = round.key;
    toastWarning('This phone cannot save your game. Keep it open until the end.');
  }
  if (!isRoundOver(state)) return;
  onResult(await finishRound(round, state, Date.now()));
}

function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
