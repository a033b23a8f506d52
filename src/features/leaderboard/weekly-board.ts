import { boardReplySchema } from '../../contract/boards.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import { playerCall } from '../../session/player-call.ts';

/** `GET /points`: the board of this week. */
export const weeklyBoardQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'board', 'weekly'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await playerCall({
        method: 'get',
        path: 'points',
        reply: boardReplySchema,
        signal,
      });
      return { ...data, period: meta?.period ?? null };
    },
    meta: { failure: 'Failed to retrieve leaderboard' },
  });
