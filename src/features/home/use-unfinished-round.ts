import { useCallback, useEffect, useState } from 'react';
import type { SavedRound } from '../../offline/round-storage.ts';
import { readUnfinishedRound } from '../../offline/unfinished-round.ts';

/**
 * The player's unfinished round on this phone; `null` while it is looked for, and when none is.
 * It is looked for again when the page comes to the front: another tab may have started or
 * finished one.
 */
export function useUnfinishedRound(playerId: string) {
  const [round, setRound] = useState<SavedRound | null>(null);
  const refresh = useCallback(() => {
    void readUnfinishedRound(playerId, Date.now()).then(setRound);
  }, [playerId]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [refresh]);
  return { round, refresh };
}
