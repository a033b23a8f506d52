import { useEffect, useState } from 'react';
import type { SavedRound } from '../../offline/round-storage.ts';
import { readUnfinishedRound } from '../../offline/unfinished-round.ts';

/** The player's unfinished round on this phone; `null` while it is looked for, and when none is. */
export function useUnfinishedRound(playerId: string): SavedRound | null {
  const [round, setRound] = useState<SavedRound | null>(null);
  useEffect(() => {
    let isGone = false;
    void readUnfinishedRound(playerId, Date.now()).then((found) => {
      if (!isGone) setRound(found);
    });
    return () => {
      isGone = true;
    };
  }, [playerId]);
  return round;
}
