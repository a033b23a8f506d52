import type { BoardPeriod } from '../../../contract/boards.ts';
import { momentText, spanText } from '../../../lib/time.ts';

/** So long after its end a board is still about to start again: phones' clocks differ, in milliseconds. */
export const STARTING_AGAIN_MS = 600_000;

/**
 * What is said of a board's period, `null` for nothing; `now` in milliseconds. The phone's clock
 * may be wrong: where it cannot be of the running period, the instant is said, not the time left.
 * `isRunning`: the board is of the period that runs, as far as the phone has heard.
 */
export function periodText(
  period: BoardPeriod,
  now: number,
  { isRunning, isAsking }: { isRunning: boolean; isAsking: boolean },
): string | null {
  const startsAt = Date.parse(period.startsAt);
  const endsAt = Date.parse(period.endsAt);
  if (isRunning) {
    if (startsAt <= now && now < endsAt) return `Resets in ${spanText(endsAt - now)}`;
    const isSoon = isAsking || now < endsAt + STARTING_AGAIN_MS;
    return isSoon && now >= endsAt ? 'Starting again…' : `Until ${momentText(endsAt, now)}`;
  }
  if (period.finalAt === null) return null;
  const finalAt = Date.parse(period.finalAt);
  return now < finalAt ? `Not final yet. Final on ${momentText(finalAt, now)}` : 'Final';
}
