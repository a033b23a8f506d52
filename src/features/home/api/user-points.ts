import { getUserPoints } from '../../../contract/endpoints/boards.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
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
