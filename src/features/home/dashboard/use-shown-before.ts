import { useEffect, useState } from 'react';

/** What the dashboard has shown in this visit. */
const shown = new Map<string, string>();

/**
 * What stood in a place when the dashboard was last left, `undefined` for nothing: what a game has
 * changed moves, all else stands.
 */
export function useShownBefore(place: string, value: string | undefined): string | undefined {
  const [before] = useState(() => shown.get(place));
  useEffect(() => {
    if (value !== undefined) shown.set(place, value);
  }, [place, value]);
  return before;
}
