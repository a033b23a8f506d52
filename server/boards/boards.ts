import {
  dayOf,
  LATE_RESULT_GRACE_MS,
  monthOf,
  type Period,
  weekOf,
} from '../../src/rules/calendar.ts';
import { lastPointsOf } from '../../src/rules/tiers.ts';
import { RUSH_TIERS } from '../../src/rules/tournament.ts';

/** The boards there are, each with its periods in Africa/Lagos (game.md#boards). */
export const BOARD_PERIODS = { monthly: monthOf, rush: dayOf, weekly: weekOf } as const satisfies {
  [name: string]: (at: number) => Period;
};

/** A board's name; `rush` is the tournament's. */
export type BoardName = keyof typeof BOARD_PERIODS;

/**
 * The boards that points stand on, by what was played (game.md#boards), always in one order:
 * results that come together then wait in turn, never in a circle.
 */
export const BOARDS_OF = {
  round: ['monthly', 'weekly'],
  rush: ['rush'],
} as const satisfies Record<string, readonly BoardName[]>;

export type Played = keyof typeof BOARDS_OF;

/** A stretch of points: `from` is in it, `below` no longer. */
export type PointsRange = { from: number; below: number };

/** More points than a player can have in any period. */
const POINTS_LIMIT = 2 ** 20;

/** Whoever has points. */
export const ALL_POINTS: PointsRange = { from: 1, below: POINTS_LIMIT };

/** The points of a tier of the tournament's day (game.md#tiers-of-the-day). */
export function pointsOfTier(tier: number): PointsRange {
  const at = RUSH_TIERS.findIndex((one) => one.tier === tier);
  return {
    from: Math.max(ALL_POINTS.from, RUSH_TIERS[at]?.fromPoints ?? 0),
    below: Math.min(POINTS_LIMIT, lastPointsOf(RUSH_TIERS, at) + 1),
  };
}

/** The period of a board that holds `at`, or the one before, in ms (game.md#calendar). */
export function periodOf(board: BoardName, at: number, which: 'current' | 'previous'): Period {
  const current = BOARD_PERIODS[board](at);
  return which === 'current' ? current : BOARD_PERIODS[board](current.startsAt - 1);
}

/** From when on no result changes a period, in ms (game.md#when-a-period-is-final). */
export function finalAt({ endsAt }: Period): number {
  return endsAt + LATE_RESULT_GRACE_MS;
}
