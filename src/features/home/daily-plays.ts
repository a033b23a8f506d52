import { dailyPlaysReplySchema } from '../../contract/rounds.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import { playsRemaining } from '../../rules/plays.ts';
import { playerCall } from '../../session/player-call.ts';

/** `GET /user/dailyplays`: plays left today. A count that cannot be is ignored (decision 7). */
export const dailyPlaysQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'daily-plays'],
    queryFn: async ({ client, queryKey, signal }) => {
      const { data } = await playerCall({
        method: 'get',
        path: 'user/dailyplays',
        reply: dailyPlaysReplySchema,
        signal,
      });
      const left = playsRemaining(data.count);
      return { left: left ?? client.getQueryData<{ left: number }>(queryKey)?.left ?? 0 };
    },
  });
