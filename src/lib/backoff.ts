/** The first wait, and the cap of its doubling, in milliseconds (errors.md#retries). */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** The wait before retry number `attempt` (from 0): 1 s, doubled each time, at most 30 s. */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 20));
}

/**
 * Spreads that wait over its upper half by `random` (from 0 up to 1), so that phones which lost one
 * mast together do not all come back in one second.
 */
export function jitteredBackoffMs(attempt: number, random: number): number {
  const wait = backoffMs(attempt);
  return Math.round(wait / 2 + (wait / 2) * random);
}
