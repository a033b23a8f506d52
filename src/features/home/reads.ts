import { useEffect, useState } from 'react';
import { getRushBoard } from '../../contract/boards.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import { playerCall } from '../../session/player-call.ts';
import { askCategories } from '../../start/ask-categories.ts';

/** `GET /categories`: the active ones only (game.md#categories). */
export const categoriesQuery = savedQuery({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => {
    const { data } = await askCategories(signal);
    return data.filter((category) => category.isActive);
  },
  meta: { failure: 'Failed to load categories' },
});

/** The player's tournament points of today, which set the tier of the day. */
export const rushPointsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'rush-points'],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getRushBoard, { signal });
      return data.user?.highScore ?? 0;
    },
  });

/** The values that the dashboard has shown in this visit. */
const shown = new Map<string, string>();

/**
 * Gives a place's value when the dashboard was last left, `undefined` for none: only values that a game
 * has changed move.
 */
export function useShownBefore(place: string, value: string | undefined): string | undefined {
  const [before] = useState(() => shown.get(place));
  useEffect(() => {
    if (value !== undefined) shown.set(place, value);
  }, [place, value]);
  return before;
}
