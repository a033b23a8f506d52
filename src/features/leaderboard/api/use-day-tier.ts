import { rushTier } from '../../../rules/tournament.ts';
import type { PeriodBoard, Tier } from './board-query.ts';
import { type ReadBoard, useBoard } from './use-board.ts';

export type DayBoard = Extract<PeriodBoard, 'current-day' | 'previous-day'>;

type DayTier = {
  tier: Tier;
  /** Until then the one to begin with is not known. */
  isKnown: boolean;
  /** What was asked to know it. */
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
