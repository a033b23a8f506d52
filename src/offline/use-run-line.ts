import { useEffect, useState } from 'react';
import { useReachable } from './use-reachable.ts';

/** How long the message stays that the run continues, in milliseconds. */
const TOLD_MS = 4000;

export type RunLine = 'good' | 'lost' | 'back' | 'resumed';

/** The state of the connection for a run's player; first `resumed` if the run is continued on this page. */
export function useRunLine(isResumed = false) {
  const isReachable = useReachable();
  const [isUnanswered, setUnanswered] = useState(false);
  const [told, setTold] = useState<'back' | 'resumed' | null>(isResumed ? 'resumed' : null);
  const isLost = !isReachable || isUnanswered;
  if (isLost && told !== 'back') setTold('back');

  useEffect(() => {
    if (isLost || !told) return;
    const timer = setTimeout(() => setTold(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isLost, told]);

  const state: RunLine = isLost ? 'lost' : (told ?? 'good');
  return {
    state,
    lose: () => setUnanswered(true),
    regain: () => setUnanswered(false),
  };
}
