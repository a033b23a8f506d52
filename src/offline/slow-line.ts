import { isApiError } from '../lib/errors.ts';
import { noteSlow, watchReads } from '../lib/reachability.ts';
import { isSlowLine } from '../lib/saves-data.ts';
import { MINUTE_MS } from '../rules/calendar.ts';

/** How long a read can wait before it counts as late, in milliseconds. The second is for 2G. */
const LATE_MS = 4000;
const LATE_ON_2G_MS = 2000;

/** The longest time of a prompt answer, in milliseconds. Answers between prompt and late change nothing. */
const PROMPT_MS = 1500;

/** This many prompt answers in a row mean that the connection is no longer slow. */
const PROMPT_IN_A_ROW = 2;

/** How long a connection counts as slow after the last late read, in milliseconds. */
const KNOWN_FOR_MS = MINUTE_MS;

/** Starts to watch this page's reads, and notes whether the connection is slow (offline.md#the-line). */
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
        // A read that was cancelled or failed offline says nothing about the speed of the connection.
        (error: unknown) => isApiError(error),
      )
      .then((isAnswer) => {
        clearTimeout(timer);
        if (isAnswer) answered(performance.now() - askedAt);
      });
  });
}
