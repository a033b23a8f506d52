import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, isNetworkError } from '../../../lib/errors.ts';
import { type ShownRead, shownRead } from '../../../lib/shown-read.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { type BoardRead, boardQuery, type PeriodBoard, type Tier } from './board-query.ts';

export type ReadBoard = ShownRead & {
  data: BoardRead | undefined;
  /** What is shown is older than the visit of this screen. */
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
