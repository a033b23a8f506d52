import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type MouseEvent, startTransition, useEffect, useReducer, useRef, useState } from 'react';
import { useKeys } from '../../components/question.tsx';
import { toastWarning } from '../../components/toast.ts';
import type { Question } from '../../contract/points.ts';
import { pageClock } from '../../lib/clock.ts';
import { feel } from '../../lib/feel.ts';
import { keepAwake } from '../../lib/locks.ts';
import { isStill } from '../../lib/motion.ts';
import { finishRound } from '../../round/finish.ts';
import { noteStep, roundAtom, type SavedRound, saveRound } from '../../round/store.ts';
import { resumeRound } from '../../rules/coming-back.ts';
import { endUnfinished } from '../../rules/leaving.ts';
import {
  beginRound,
  isRightAnswer,
  isRoundOver,
  type RoundEvent,
  type RoundState,
  stepRound,
  type TranscriptRow,
  timeLeftMs,
} from '../../rules/round.ts';

/** A step as a screen asks for it. The time is added here. */
type RoundStep =
  | { type: 'answer'; choice: string }
  | { type: 'skip' | 'timeout' | 'go-on' | 'resume' | 'leave' };

/** Whether the phone could store the result of the round that just ended; `null` until it has tried. */
export const resultSavedAtom = atom<boolean | null>(null);

/**
 * Puts a round on the table. A new round starts its clock now, a stored round is resumed. With `end`, the
 * round ends as if the player had left it before they saw the next question.
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

/** A press this soon after the time was up was meant for the question before, in milliseconds. */
const LATE_TAP_MS = 300;

/** Whether a tap on the current question was meant for the question before it. */
function isMeantForBefore({ rows, shownAt }: RoundState, { type, at }: RoundEvent): boolean {
  const before = rows.at(-1)?.end;
  const shownMs = at - shownAt;
  if (before === 'skipped') return type === 'skip' && shownMs < DOUBLE_TAP_MS;
  const isTap = type === 'skip' || type === 'answer';
  return before === 'timeout' && isTap && shownMs < LATE_TAP_MS;
}

/** Takes one step of the round on the table. A step that cannot happen now changes nothing. */
const stepRoundAtom = atom(null, (get, set, step: RoundStep) => {
  const round = newest(get(roundAtom));
  if (!round?.state) return;
  const event: RoundEvent = { ...step, at: pageClock() };
  if (isMeantForBefore(round.state, event)) return;
  const state = stepRound(round.state, event);
  if (state === round.state) return;
  // The result is in the outbox already. This step only stops showing the last question.
  if (isRoundOver(round.state)) return set(roundAtom, { ...round, state });
  keep(
    round,
    state,
    (saved) => {
      // If the player has gone to another page meanwhile, nothing is on the table.
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

/**
 * How long an answer's colour may wait for the store, in milliseconds, if the phone could not note the
 * step.
 */
const STORE_PATIENCE_MS = 80;

/** The step that is being stored and not shown yet. The next step continues from it. */
let underWay: SavedRound | null = null;

/** The round whose player has been warned that the phone does not keep it. */
let warnedOf = '';

function newest(shown: SavedRound | null): SavedRound | null {
  return underWay && underWay.key === shown?.key ? underWay : shown;
}

/**
 * Notes a step, shows it and stores it, so that a reload cannot undo an answer whose colour was seen. The
 * last step puts the result in the outbox, then forgets the round. If the step could not be noted, its
 * colour waits a short while for the store. If the store refuses too, the player sees a message once. A
 * result that the phone cannot put in the outbox is sent from its stored round on the next visit.
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
  // A later step includes this step and shows it.
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

type PlayedRound = {
  state: RoundState<Question>;
  /** Whether the outcome of the last question is still shown. */
  isShowing: boolean;
  /** The milliseconds that are left for the current question at this rendering. */
  leftMs: number;
  step: (step: RoundStep) => void;
};

/**
 * How often the clock is read, in milliseconds. One long timer would not do, because timers stop while a
 * laptop sleeps.
 */
const LOOK_EVERY_MS = 1000;

/** A check that comes this much too late means that the phone was asleep, in milliseconds. */
const SLEPT_MS = 1500;

/** Runs the clock of the current round; `null` without a round. */
export function useRound(): PlayedRound | null {
  const state = useAtomValue(roundAtom)?.state ?? null;
  const step = useSetAtom(stepRoundAtom);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const now = pageClock();
  const isShowing = state !== null && now < state.shownAt;
  const isPlaying = state !== null && !isRoundOver(state);

  useEffect(() => {
    if (!state || !isShowing) return;
    let timer: ReturnType<typeof setTimeout>;
    // A timer may fire a moment too early.
    const wait = () => {
      const leftMs = state.shownAt - pageClock();
      if (leftMs > 0) timer = setTimeout(wait, leftMs);
      // A transition renders in slices, so that the frames of the motion still come.
      else startTransition(rerender);
    };
    wait();
    return () => clearTimeout(timer);
  }, [state, isShowing]);

  useEffect(() => {
    if (!state || !isPlaying || isShowing) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = (dueAt: number) => {
      const at = pageClock();
      const leftMs = timeLeftMs(state, at);
      // While the page is hidden at most one question runs out, because the next question waits for its
      // player.
      if (document.visibilityState === 'visible') {
        if (at - dueAt > SLEPT_MS) step({ type: 'resume' });
        else if (leftMs === 0) step({ type: 'timeout' });
      }
      const waitMs = leftMs > 0 ? Math.min(leftMs, LOOK_EVERY_MS) : LOOK_EVERY_MS;
      timer = setTimeout(look, waitMs, at + waitMs);
    };
    look(pageClock());
    return () => clearTimeout(timer);
  }, [state, isPlaying, isShowing, step]);

  useEffect(() => {
    if (!isPlaying) return;
    const onVisibility = () => {
      // When the player comes back from another app, a question that ran out meanwhile is a timeout. When
      // they leave, the moment is stored, so that a clock that is put back later is noticed.
      if (document.visibilityState === 'visible' || !isUp()) step({ type: 'resume' });
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);

    function isUp(): boolean {
      return state === null || timeLeftMs(state, pageClock()) === 0;
    }
  }, [state, isPlaying, step]);

  useEffect(() => (isPlaying ? keepAwake() : undefined), [isPlaying]);

  return state && { state, isShowing, leftMs: timeLeftMs(state, now), step };
}

/** A tap this soon after a card appeared was meant for the card before, in milliseconds. */
const MEANT_FOR_BEFORE_MS = 300;

/**
 * Handles a tap below the bar, apart from the pressed button (game.md#answering). While a question's
 * outcome is shown, a tap, Enter or the space bar goes to the next question. As a card appears, a tap does
 * nothing.
 */
export function useTaps(played: PlayedRound | null): (event: MouseEvent) => void {
  const goOn = () => played?.step({ type: 'go-on' });

  useKeys((key) => {
    if (!played?.isShowing || (key !== 'enter' && key !== ' ')) return false;
    goOn();
    return true;
  });

  return (event) => {
    if (!played) return;
    if (played.isShowing) return goOn();
    // A key that presses a button is no tap, because nothing has moved under it.
    const isTap = event.detail > 0;
    if (isTap && pageClock() - played.state.shownAt < MEANT_FOR_BEFORE_MS) event.stopPropagation();
  };
}

/** How long a figure counts, and how often it changes, in milliseconds. */
const COUNT_MS = 300;
const STEP_MS = 50;

/** Counts a figure to its new value instead of jumping there. With reduced motion it jumps. */
export function useCount(value: number): number {
  const [shown, setShown] = useState(value);
  const stands = useRef(value);

  useEffect(() => {
    const from = stands.current;
    const startedAt = performance.now();
    const put = (figure: number) => {
      stands.current = figure;
      setShown(figure);
    };
    if (from === value) return;
    if (isStill()) return put(value);
    let timer: ReturnType<typeof setTimeout>;
    const count = () => {
      const share = Math.min(1, (performance.now() - startedAt) / COUNT_MS);
      put(Math.round(from + (value - from) * share));
      if (share < 1) timer = setTimeout(count, STEP_MS);
    };
    timer = setTimeout(count, STEP_MS);
    return () => clearTimeout(timer);
  }, [value]);

  return shown;
}

/** What a screen reader says about a question that is over (game.md#answering). */
export function toldOf({ options, answer }: Question, row: TranscriptRow | undefined): string {
  if (!row || row.end === 'skipped') return '';
  if (row.choice === answer) return 'Right answer';
  const fault = row.end === 'timeout' ? 'Time is up' : 'Wrong';
  return `${fault}. The right answer is ${'ABCD'[options.indexOf(answer)]}, ${answer}.`;
}
