import { randomInt } from 'node:crypto';

/** More than there is to choose from anywhere. */
const DRAWS = 2 ** 32;

/**
 * A number from 0 to 1 (without it) that nobody can tell before: what follows from a seed can be
 * worked out from what was dealt, and a run is played for money.
 */
export function chance(): number {
  return randomInt(DRAWS) / DRAWS;
}
