import type { RushRow, RushRun } from './rush-run.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS } from './tournament.ts';

/**
 * The points of a run so far, which are those of the levels that were answered right
 * (game.md#rush-points).
 */
export function runPoints({ rows }: Pick<RushRun, 'rows'>): number {
  return rows.reduce((sum, row) => sum + pointsOf(row), 0);
}

function pointsOf({ end: how, isDouble }: Pick<RushRow, 'end' | 'isDouble'>): number {
  if (how !== 'right') return 0;
  return isDouble ? 2 * RUSH_POINTS_PER_LEVEL : RUSH_POINTS_PER_LEVEL;
}

/** How many levels were answered right (game.md#rush-points). */
export function runScore({ rows }: Pick<RushRun, 'rows'>): number {
  return rows.filter((row) => row.end === 'right').length;
}

/**
 * The player's total at each of the fifteen levels, if that level and all before it are answered
 * right. A skipped level adds nothing, and a level with double points adds its points twice
 * (game.md#rush-points).
 */
export function rungPoints(used: RushRun['used']): number[] {
  let points = 0;
  return Array.from({ length: RUSH_QUESTIONS }, (_, index) => {
    const level = index + 1;
    if (used.skip !== level) points += RUSH_POINTS_PER_LEVEL;
    if (used.skip !== level && used['double-points'] === level) points += RUSH_POINTS_PER_LEVEL;
    return points;
  });
}
