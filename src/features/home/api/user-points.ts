import type { QueryClient } from '@tanstack/react-query';
import { getUserPoints } from '../../../contract/endpoints/boards.ts';
import type { User } from '../../../contract/user.ts';
import { keepCopy, savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** `GET /points/user-points`: this week's points, which set the tier (game.md#tiers). */
export const userPointsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'user-points'],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getUserPoints, { signal });
      return { highScore: data.user.highScore };
    },
  });

/** Takes the points over that came with a counted result: the next look may have no line. */
export function keepUserPoints(client: QueryClient, { id, highScore }: User): void {
  const { queryKey } = userPointsQuery(id);
  client.setQueryData(queryKey, { highScore: highScore ?? 0 });
  keepCopy(client, queryKey);
}
