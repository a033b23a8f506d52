import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Board,
  type BoardPeriod,
  getLastRushBoard,
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getWeeklyBoard,
  type PlacedRow,
} from '../../contract/boards.ts';
import { isApiError, isNetworkError } from '../../lib/errors.ts';
import { type ShownRead, shownRead } from '../../lib/shown-read.ts';
import { savedQuery } from '../../offline/query-persister.ts';
import type { TierPart } from '../../rules/tier-parts.ts';
import { type RushTier, rushTier } from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';
import { useSignedInPlayer } from '../../session/session.ts';

/** The boards by their periods, and their calls (api.md#shapes). */
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
  /** `null` from an API that does not say (api.md#additions). */
  period: BoardPeriod | null;
  /** The rows around a player who is below the rows that are served; else none. */
  neighbours: PlacedRow[];
  /**
   * The prizes so far of each place of the day's tiers; the server may leave them out, and old copies
   * lack them.
   */
  tierParts?: TierPart[];
};

const boardQuery = (playerId: string, board: PeriodBoard, tier: Tier | null = null) =>
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

export type ReadBoard = ShownRead & {
  data: BoardRead | undefined;
  /** The rows are older than the visit of this screen. */
  isCopy: boolean;
  /** The server did not give it, and nothing saved can be shown instead. */
  hasFailed: boolean;
  /** There is no line to ask for it by, and nothing saved to show instead. */
  isNeverRead: boolean;
};

/** Reads a board; one that is not enabled is not asked for. */
export function useBoard(
  board: PeriodBoard,
  { tier = null, enabled = true }: { tier?: Tier | null; enabled?: boolean } = {},
): ReadBoard {
  const { id } = useSignedInPlayer();
  const read = useQuery({ ...boardQuery(id, board, tier), enabled });
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt, error, failureCount, isError } = read;

  // The guard says it where the player was signed out.
  const isSignedOut = isApiError(error) && error.status === 401;
  // A phone that knows it has no network need not try again to know the outcome.
  const isInVain = failureCount > 0 && !navigator.onLine;
  const isLineLost = isInVain || (isError && isNetworkError(error));
  return {
    ...shownRead(read),
    data,
    isCopy: data !== undefined && dataUpdatedAt < openedAt,
    hasFailed: !data && !isSignedOut && isError && !isLineLost,
    isNeverRead: !data && isLineLost,
  };
}

export type DayBoard = Extract<PeriodBoard, 'current-day' | 'previous-day'>;

type DayTier = {
  tier: Tier;
  /** Until then the one to begin with is not known. */
  isKnown: boolean;
  /** The reads that show it. */
  reads: ReadBoard[];
};

/**
 * The tier of a day that is shown: the one that was `asked` for, else the player's own of that day,
 * which each tier's reply tells.
 */
export function useDayTier(board: DayBoard, asked: string, isShown = true): DayTier {
  const isSought = isShown && asked === '';
  const day = useBoard(board, { tier: 1, enabled: isSought });
  if (asked) return { tier: Number(asked) as Tier, isKnown: true, reads: [] };
  return {
    tier: rushTier(day.data?.user?.highScore ?? 0),
    isKnown: !isSought || day.data !== undefined || day.isNeverRead,
    reads: isSought ? [day] : [],
  };
}

/** The address's choice; the first value where it says nothing (`null`) or something else. */
export function choiceOf<Value extends string>(
  given: string | null,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === given) ?? values[0];
}
