import type { PointsRange } from './boards.ts';
import type { BoardAndPeriod } from './ranking.ts';

/**
 * A set is sorted from its lowest score, so points count below zero, then the milliseconds from the
 * period's start to when they were reached. The longest period with its late results has fewer of
 * them than this, and both together stay below 2^53.
 */
const POINT = 2 ** 32;

/** Members of one score stand in the order of their texts: all ids are written at one length. */
const ID_LENGTH = 16;

/** The score of points reached at a moment, both times in epoch milliseconds (ADR-0011). */
export function scoreOf(points: number, reachedAt: number, startsAt: number): number {
  return -points * POINT + Math.min(POINT - 1, Math.max(0, reachedAt - startsAt));
}

/** The points in a score, as the store writes it. */
export function pointsOf(score: string): number {
  return -Math.floor(Number(score) / POINT);
}

/** The lowest and the highest score of a stretch of points. */
export function rangeOf({ from, below }: PointsRange): [lowest: string, highest: string] {
  return [String(-(below - 1) * POINT), String(-from * POINT + POINT - 1)];
}

/** A player as a member of a set. */
export function memberOf(playerId: number): string {
  return String(playerId).padStart(ID_LENGTH, '0');
}

/** What a period is called in the store. */
export function nameOf({ board, pool, startsAt }: BoardAndPeriod): string {
  return `${board}:${pool}:${startsAt}`;
}

/** The member that says that a set is whole. It stands behind all players. */
export const FILLED = 'filled';

/** A set that is neither read nor written goes after two months. */
export const SET_LIFE_S = 60 * 86_400;
