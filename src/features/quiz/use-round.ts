import { useAtomValue, useSetAtom } from 'jotai';
import { startTransition, useEffect, useReducer } from 'react';
import type { Question } from '../../contract/rounds.ts';
import { pageClock } from '../../lib/clock.ts';
import { keepAwake } from '../../lib/wake-lock.ts';
import { roundAtom } from '../../round/saved-round.ts';
import { isRoundOver, type RoundState, timeLeftMs } from '../../rules/round.ts';
import { type RoundStep, stepRoundAtom } from './round-play.ts';

export type PlayedRound = {
  state: RoundState<Question>;
  /** Whether what came of the last question is still shown. */
  isShowing: boolean;
  /** Milliseconds left for the question on the table at this rendering. */
  leftMs: number;
  step: (step: RoundStep) => void;
};

/** How often the clock is looked at: a browser's timers stand still while a laptop sleeps. */
const LOOK_EVERY_MS = 1000;

/** A look that comes so much too late means that the phone was asleep, in milliseconds. */
const SLEPT_MS = 1500;

/** Runs the clock of the round on the table; `null` while there is none. */
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
    // A timer may come a moment too early.
    const wait = () => {
      const leftMs = state.shownAt - pageClock();
      if (leftMs > 0) timer = setTimeout(wait, leftMs);
      // Rendered in slices, so that the frames meanwhile still come.
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
      // Out of sight one question runs out at most: the one after it waits for its player.
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
      // Back from another app: what ran out meanwhile is a timeout. On the way there the moment
      // is stored, so that a clock put back to any time before it is found out.
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
