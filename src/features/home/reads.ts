import { useEffect, useState } from 'react';
import { getRushBoard } from '../../contract/boards.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import { playerCall } from '../../session/player-call.ts';
import { askCategories } from '../../start/ask-categories.ts';

/** `GET /categories`: the active categories only (game.md#categories). */
export const categoriesQuery = savedQuery({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => {
    const { data } = await askCategories(signal);
    return data.filter((category) => category.isActive);
  },
  meta: { failure: 'Failed to load categories' },
});

/** The player's tournament points of today, which set their tier of the day. */
export const rushPointsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'rush-points'],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getRushBoard, { signal });
      return data.user?.highScore ?? 0;
    },
  });

/** The values that the dashboard has shown since the app was opened, by where they are shown. */
const shown = new Map<string, string>();

/**
 * Gives the value that was shown at a place when the dashboard was last left; `undefined` for none. It is
 * compared with the new value, so that only values that a game has changed are animated.
 */
export function useShownBefore(place: string, value: string | undefined): string | undefined {
  const [before] = useState(() => shown.get(place));
  useEffect(() => {
    if (value !== undefined) shown.set(place, value);
  }, [place, value]);
  return before;
}
