import type { QueryClient } from '@tanstack/react-query';
import { getDailyPlays, getReducePlay } from '../contract/endpoints/rounds.ts';
import type { Streak } from '../contract/rounds.ts';
import { keepCopy, savedQuery } from '../offline/query-persister.ts';
import { playsRemaining } from '../rules/plays.ts';
import { playerCall } from '../session/player-call.ts';

/** Plays left today, `null` while nobody has told a count that can be; the streak where it is told. */
export type PlaysLeft = { left: number | null; streak: Streak | null };

/** Plays left today, and the streak; a count that cannot be is ignored (game.md#daily-plays). */
export const dailyPlaysQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'daily-plays'],
    queryFn: async ({ client, queryKey, signal }): Promise<PlaysLeft> => {
      const { data } = await playerCall(getDailyPlays, { signal });
      const before = client.getQueryData<PlaysLeft>(queryKey);
      return { left: playsRemaining(data.count) ?? before?.left ?? null, streak: data.streak };
    },
  });

/** `GET /user/reduce-play` takes a play: once for a key. */
export async function takePlay(key: string): Promise<void> {
  await playerCall(getReducePlay, { key });
}

/** Shows at once, and keeps for a start with no network, that a play was taken. */
export function showPlayTaken(client: QueryClient, playerId: string): void {
  const { queryKey } = dailyPlaysQuery(playerId);
  client.setQueryData(
    queryKey,
    (plays: PlaysLeft | undefined) => plays && { ...plays, left: plays.left && plays.left - 1 },
  );
  keepCopy(client, queryKey);
}
