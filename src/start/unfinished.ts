import { useCallback, useEffect, useState } from 'react';
import { toastInfo } from '../components/toast.ts';
import { onTimeLearned } from '../lib/server-clock.ts';
import { readUnfinishedRounds } from '../round/finish.ts';
import type { SavedRound } from '../round/store.ts';

/** How long the page waits for the stored rounds if the phone's storage does not answer, in milliseconds. */
const PATIENCE_MS = 300;

/**
 * Reads the player's unfinished rounds, and again when the page comes to the front: another tab may have
 * started or ended a round.
 */
export function useUnfinishedRounds(playerId: string) {
  const [rounds, setRounds] = useState<readonly SavedRound[]>([]);
  const [isRead, setRead] = useState(false);
  const refresh = useCallback(() => {
    void readUnfinishedRounds(playerId, Date.now(), sayLapsed).then((found) => {
      // Mostly there are no rounds, as before. The same empty list then saves a rendering.
      setRounds((before) => (before.length + found.length === 0 ? before : found));
      setRead(true);
    });
  }, [playerId]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    // Rounds past their time can be recognized once the server's time is known.
    const stop = onTimeLearned(refresh);
    const timer = setTimeout(() => setRead(true), PATIENCE_MS);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [refresh]);
  return { rounds, isRead, refresh };
}

function sayLapsed({ category }: SavedRound): void {
  toastInfo(`Your saved ${category.name} game was not played in time. Its coins come back to you.`);
}
