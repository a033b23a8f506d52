import { isApiError } from '../lib/errors.ts';
import { noteSlow, watchReads } from '../lib/reachability.ts';
import { isSlowLine } from '../lib/saves-data.ts';
import { MINUTE_MS } from '../rules/calendar.ts';

/** A read that waits so long is late, in milliseconds; the shorter where the browser says 2G. */
const LATE_MS = 4000;
const LATE_ON_2G_MS = 2000;

/** An answer within this time is prompt, in milliseconds: in between nothing changes. */
const PROMPT_MS = 1500;

/** So many prompt answers in a row make a slow line a good one again. */
const PROMPT_IN_A_ROW = 2;

/** After so long without a late read nothing is known any more, in milliseconds. */
const KNOWN_FOR_MS = MINUTE_MS;

/** From now on finds out by the reads of this page whether the line is slow (offline.md#the-line). */
export function watchLine(): void {
  let isSlow = false;
  let prompt = 0;
  let known: ReturnType<typeof setTimeout>;

  function turn(slow: boolean) {
    if (slow !== isSlow) noteSlow(slow);
    isSlow = slow;
  }

  function late() {
    prompt = 0;
    turn(true);
    clearTimeout(known);
    known = setTimeout(turn, KNOWN_FOR_MS, false);
  }

  function answered(tookMs: number) {
    prompt = tookMs <= PROMPT_MS ? prompt + 1 : 0;
    if (prompt >= PROMPT_IN_A_ROW) turn(false);
  }

  watchReads((reply, askedAt) => {
    const waitedMs = performance.now() - askedAt;
    const timer = setTimeout(late, (isSlowLine() ? LATE_ON_2G_MS : LATE_MS) - waitedMs);
    reply
      .then(
        () => true,
        // Called off, or no line at all: neither shows a slow one.
        (error: unknown) => isApiError(error),
      )
      .then((isAnswer) => {
        clearTimeout(timer);
        if (isAnswer) answered(performance.now() - askedAt);
      });
  });
}
