import type { MouseEvent } from 'react';
import { useKeys } from '../../../components/use-keys.ts';
import { pageClock } from '../../../lib/clock.ts';
import type { PlayedRound } from '../use-round.ts';

/** A tap so soon after a card came up was meant for what stood there before, in milliseconds. */
const MEANT_FOR_BEFORE_MS = 300;

/**
 * What a tap below the bar does besides pressing what lies there (game.md#answering): while a
 * question's end is shown it goes on, as Enter and the space bar do; as a card comes up it does nothing.
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
    // A key that presses a button is no tap: nothing moved under it.
    const isTap = event.detail > 0;
    if (isTap && pageClock() - played.state.shownAt < MEANT_FOR_BEFORE_MS) event.stopPropagation();
  };
}
