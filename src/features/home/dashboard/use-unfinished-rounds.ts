import { useCallback, useEffect, useState } from 'react';
import { toastInfo } from '../../../components/toast.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { readUnfinishedRounds } from '../../../round/unfinished.ts';

/** Looks again when the page comes to the front: another tab may have started or ended one. */
export function useUnfinishedRounds(playerId: string) {
  const [rounds, setRounds] = useState<readonly SavedRound[]>([]);
  const refresh = useCallback(() => {
    void readUnfinishedRounds(playerId, Date.now(), sayLapsed).then((found) =>
      // Mostly there are none, as before: nothing is to be drawn again.
      setRounds((before) => (before.length + found.length === 0 ? before : found)),
    );
  }, [playerId]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [refresh]);
  return { rounds, refresh };
}

function sayLapsed({ category }: SavedRound): void {
  toastInfo(`Your saved ${category.name} game was not played in time. Its coins come back to you.`);
}
