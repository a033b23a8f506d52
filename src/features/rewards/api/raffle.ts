import { queryOptions } from '@tanstack/react-query';
import { getDraw, getRaffleTickets } from '../../../contract/endpoints/raffle.ts';
import { call } from '../../../lib/http.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** The player's tickets for the next draw, and the raffle's month (game.md#ticket-screen). */
export const ticketsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'raffle-tickets'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await playerCall(getRaffleTickets, { signal });
      return { tickets: data, month: meta?.raffle ?? null };
    },
    meta: { failure: 'Failed to retrieve your tickets' },
  });

/** Whether a month's winners are known (game.md#raffle-draw). */
export const isDrawnQuery = (month: string) =>
  queryOptions({
    queryKey: ['is-drawn', month],
    queryFn: async ({ signal }) => {
      const { data } = await call(getDraw, { params: { month }, signal });
      return data?.state === 'drawn';
    },
  });
