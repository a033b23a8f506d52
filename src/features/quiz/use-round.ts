import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useReducer } from 'react';
import type { Question } from '../../contract/rounds.ts';
import { pageClock } from '../../lib/clock.ts';
import { roundAtom } from '../../offline/round-atom.ts';
import { isRoundOver, type RoundState, timeLeftMs } from '../../rules/round.ts';
import { type Step, stepRoundAtom } from './round-play.ts';

/** The round on the table, as a screen shows it. */
export type PlayedRound = {
  state: RoundState<Question>;
  /** Whether the last answer still shows green or red. */
  isFlashing: boolean;
  /** Milliseconds left for the question on the table at this rendering. */
  leftMs: number;
  step: (step: Step) => void;
};

/** Runs the clock of the round on the table; `null` while there is none. */
export function useRound(): PlayedRound | null {
  const state = useAtomValue(roundAtom)?.state ?? null;
  const step = useSetAtom(stepRoundAtom);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const now = pageClock();
  const isFlashing = state !== null && now < state.shownAt;

  useEffect(() => {
    if (!state || (isRoundOver(state) && !isFlashing)) return;
    const waitMs = isFlashing ? state.shownAt - pageClock() : timeLeftMs(state, pageClock());
    const timer = setTimeout(() => {
      if (!isFlashing) step({ type: 'timeout' });
      rerender();
    }, waitMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // Back from another app: what ran out meanwhile is a timeout.
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      step({ type: 'resume' });
      rerender();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [step]);

  return state && { state, isFlashing, leftMs: timeLeftMs(state, now), step };
}
