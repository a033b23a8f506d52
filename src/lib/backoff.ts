/** The first wait before a retry, and the longest, in milliseconds (errors.md#retries). */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** The wait before retry number `attempt` (from 0): 1 s, doubled each time, at most 30 s. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 20));
}

/**
 * Gives the same wait, shortened by up to half. `random` (from 0 up to 1) decides by how much. Phones
 * that lost one mast together then do not all come back in the same second.
 */
export function jitteredBackoffMs(attempt: number, random: number): number {
  const wait = backoffMs(attempt);
  return Math.round(wait / 2 + (wait / 2) * random);
}
