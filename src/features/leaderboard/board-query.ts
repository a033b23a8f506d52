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

/** The call that reads each board, by the board's period (api.md#shapes). */
const ENDPOINTS = {
  'current-week': getWeeklyBoard,
  'previous-week': getLastWeekBoard,
  'current-month': getMonthlyBoard,
  'current-day': getRushBoard,
  'previous-day': getLastRushBoard,
} as const;

/** The name of a board. Each reply about a day's board has a single tier. */
export type PeriodBoard = keyof typeof ENDPOINTS;

export type Tier = RushTier['tier'];

export type BoardRead = Board & {
  /** `null` if the API does not send it (api.md#additions). */
  period: BoardPeriod | null;
  /** The rows around the player if they are below the served rows; otherwise empty. */
  neighbours: PlacedRow[];
  /**
   * What each paid place of the day's tiers gets so far. The server may leave it out, and copies saved by
   * older versions of the app lack it.
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
  /** Whether the rows were read before this screen was opened. */
  isCopy: boolean;
  /** Whether the server failed to send the board, and no saved copy can be shown instead. */
  hasFailed: boolean;
  /** Whether the phone is offline and has no saved copy to show. */
  isNeverRead: boolean;
};

/** Reads a board. If it is not `enabled`, the server is not asked. */
export function useBoard(
  board: PeriodBoard,
  { tier = null, enabled = true }: { tier?: Tier | null; enabled?: boolean } = {},
): ReadBoard {
  const { id } = useSignedInPlayer();
  const read = useQuery({ ...boardQuery(id, board, tier), enabled });
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt, error, failureCount, isError } = read;

  // After a 401 the player is signed out, and the guard of the routes reports that.
  const isSignedOut = isApiError(error) && error.status === 401;
  // If the phone knows that it is offline, retries are pointless after the first failure.
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
  /** Whether the tier is known. If the address names none, the player's own tier must be read first. */
  isKnown: boolean;
  /** The read that finds the player's own tier; empty if the address names a tier. */
  reads: ReadBoard[];
};

/**
 * Gives the tier of a day to show: the one that is `asked` for or else the player's own tier of that day,
 * which follows from their points. Every tier's reply has these points.
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

/** Gives the value that the address names; the first value if it names none (`null`) or an unknown one. */
export function choiceOf<Value extends string>(
  given: string | null,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === given) ?? values[0];
}
