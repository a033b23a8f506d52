import type { Board, BoardPeriod, PlacedRow } from '../../../contract/boards.ts';
import {
  getLastRushBoard,
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getWeeklyBoard,
} from '../../../contract/endpoints/boards.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import type { TierPart } from '../../../rules/tier-parts.ts';
import type { RushTier } from '../../../rules/tournament.ts';
import { playerCall } from '../../../session/player-call.ts';

/** The boards by their periods, and their calls (flows.md#shapes). */
const ENDPOINTS = {
  'current-week': getWeeklyBoard,
  'previous-week': getLastWeekBoard,
  'current-month': getMonthlyBoard,
  'current-day': getRushBoard,
  'previous-day': getLastRushBoard,
} as const;

/** A board; those of a day come tier by tier. */
export type PeriodBoard = keyof typeof ENDPOINTS;

export type Tier = RushTier['tier'];

export type BoardRead = Board & {
  /** `null` from an API that does not tell (flows.md#additions). */
  period: BoardPeriod | null;
  /** Who stands around a player below the rows that are served; else nobody. */
  neighbours: PlacedRow[];
  /** What each place of the day's tiers pays so far; left out where nobody tells, and of old copies. */
  tierParts?: TierPart[];
};

export const boardQuery = (playerId: string, board: PeriodBoard, tier: Tier | null = null) =>
  savedQuery({
    queryKey: [playerId, 'leaderboard', board, tier],
    queryFn: async ({ signal }): Promise<BoardRead> => {
      const { data, meta } = await playerCall(ENDPOINTS[board], {
        ...(tier && { query: { tier: `${tier}` } }),
        signal,
      });
      const { period = null, neighbours, tierParts } = meta ?? {};
      return { ...data, period, neighbours: neighbours ?? [], tierParts: tierParts ?? [] };
    },
  });
