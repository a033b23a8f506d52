import { useEffect, useState } from 'react';
import { pageClock } from '../../../lib/clock.ts';
import { ANSWER_FLASH_MS } from '../../../rules/levels.ts';
import { RUSH_PAUSE_MS } from '../../../rules/tournament.ts';
import type { Game } from '../run/game.ts';

/** Whether the end of a run has been seen on the table, so that its dialog may come. */
export function useEndSeen(ended: Game['ended']): boolean {
  const [isSeen, setSeen] = useState(false);
  const how = ended?.how;
  const at = ended?.at;
  useEffect(() => {
    if (at === undefined) return;
    const pauseMs = how === 'jackpot' ? ANSWER_FLASH_MS : how === 'left' ? 0 : RUSH_PAUSE_MS;
    const timer = setTimeout(() => setSeen(true), at + pauseMs - pageClock());
    return () => {
      clearTimeout(timer);
      setSeen(false);
    };
  }, [at, how]);
  return isSeen;
}
