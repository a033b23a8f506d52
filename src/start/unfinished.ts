import { useCallback, useEffect, useState } from 'react';
import { toastInfo } from '../components/toast.ts';
import { onTimeLearned } from '../lib/server-clock.ts';
import { readUnfinishedRounds } from '../round/finish.ts';
import type { SavedRound } from '../round/store.ts';

/** A phone that never answers for its rounds is not waited for longer, in milliseconds. */
const PATIENCE_MS = 300;

/** Looks again when the page comes to the front: another tab may have started or ended one. */
export function useUnfinishedRounds(playerId: string) {
  const [rounds, setRounds] = useState<readonly SavedRound[]>([]);
  const [isRead, setRead] = useState(false);
  const refresh = useCallback(() => {
    void readUnfinishedRounds(playerId, Date.now(), sayLapsed).then((found) => {
      // Mostly there are none, as before: nothing is to be drawn again.
      setRounds((before) => (before.length + found.length === 0 ? before : found));
      setRead(true);
    });
  }, [playerId]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    // By then it is known which are past their time.
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
