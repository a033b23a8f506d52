import { getRushBoard } from '../../../contract/endpoints/boards.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** The player's tournament points of today, which set the tier of the day. */
export const rushPointsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'rush-points'],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getRushBoard, { signal });
      return data.user?.highScore ?? 0;
    },
  });
