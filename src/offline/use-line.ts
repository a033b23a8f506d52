import { useEffect, useState } from 'react';
import { useReachable } from './use-reachable.ts';

/** For how long it is told that the line is back, in milliseconds. */
const TOLD_MS = 4000;

export type Line = 'good' | 'lost' | 'back';

/** How the line is, as far as a run's player has to know. */
export function useLine(lostAtFirst = false) {
  const isReachable = useReachable();
  const [isUnanswered, setUnanswered] = useState(false);
  const [hasLost, setLost] = useState(lostAtFirst);
  const isLost = !isReachable || isUnanswered;
  if (isLost && !hasLost) setLost(true);

  useEffect(() => {
    if (isLost || !hasLost) return;
    const timer = setTimeout(() => setLost(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isLost, hasLost]);

  const state: Line = isLost ? 'lost' : hasLost ? 'back' : 'good';
  return {
    state,
    lose: () => setUnanswered(true),
    regain: () => setUnanswered(false),
  };
}
