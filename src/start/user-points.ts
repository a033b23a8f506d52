import type { QueryClient } from '@tanstack/react-query';
import { getUserPoints, type RoundBest, type WeekPlace } from '../contract/boards.ts';
import type { Place } from '../contract/points.ts';
import type { User } from '../contract/user.ts';
import { keepCopy, savedQuery } from '../offline/query-persister.ts';
import { playerCall } from '../session/player-call.ts';

/** The week's points; place and bests are `null` while they are not known. */
export type UserPoints = {
  highScore: number;
  week: WeekPlace | null;
  bests: readonly RoundBest[] | null;
};

/**
 * `GET /points/user-points`: this week's points, which set the tier (game.md#tiers), their place and
 * the bests.
 */
export const userPointsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'user-points'],
    queryFn: async ({ signal }): Promise<UserPoints> => {
      const { data } = await playerCall(getUserPoints, { signal });
      const { user, week = null, bests = null } = data;
      return { highScore: user.highScore, week, bests };
    },
  });

/**
 * Keeps the points that came with a counted result, since the phone may be offline when they are shown next.
 */
export function keepUserPoints(
  client: QueryClient,
  { id, highScore }: User,
  place: Place | null,
): void {
  const { queryKey } = userPointsQuery(id);
  client.setQueryData(queryKey, (before) => ({
    bests: null,
    ...before,
    highScore: highScore ?? 0,
    week: place ? placeAfter(place) : (before?.week ?? null),
  }));
  keepCopy(client, queryKey);
}

function placeAfter({ after, toNext, cashNaira }: Place): WeekPlace {
  return { place: after, toNext, cashNaira };
}
