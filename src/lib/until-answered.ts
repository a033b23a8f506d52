import { pageClock } from './clock.ts';
import { isApiError, isUndecided, NetworkError } from './errors.ts';

/**
 * How long the first try waits for an answer before the call is sent again, in milliseconds. The wait
 * is short because a question's clock runs meanwhile. It doubles with each try, because a slow network
 * may need longer than the first.
 */
const FIRST_PATIENCE_MS = 6000;
const LONGEST_PATIENCE_MS = 30_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 4000;

type ReplyAtLast<Reply> = {
  reply: Reply;
  /** Whether the call was sent more than once, so that the answer may be some moments old. */
  wasRepeated: boolean;
};

/**
 * Sends a call until there is an answer, each time with the same key. A pause between two tries ends
 * early when the network is back. Throws a refusal of the server. Once the signal is aborted, it throws
 * an error that callers ignore.
 */
export async function untilAnswered<Reply>(
  ask: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
  onLost: () => void = () => undefined,
): Promise<ReplyAtLast<Reply>> {
  for (let tries = 0; ; tries++) {
    if (signal.aborted) throw new NetworkError();
    try {
      const patienceMs = longer(FIRST_PATIENCE_MS, LONGEST_PATIENCE_MS, tries);
      return { reply: await inTime(ask, signal, patienceMs), wasRepeated: tries > 0 };
    } catch (error) {
      if (signal.aborted || !isUndecided(error)) throw error;
      onLost();
      const asked = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
      const pauseMs = Math.max(asked, longer(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, tries));
      await pause(pauseMs, signal);
    }
  }
}

/** Doubles the time with each try, up to the longest. All are in milliseconds. */
const longer = (firstMs: number, longestMs: number, tries: number) =>
  Math.min(firstMs * 2 ** tries, longestMs);

async function inTime<Reply>(
  ask: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
  patienceMs: number,
): Promise<Reply> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, patienceMs);
  try {
    return await ask(own.signal);
  } catch (error) {
    // The abort reason of the signal would tell the two cases apart, but Chrome 94 has none.
    throw own.signal.aborted && !signal.aborted ? new NetworkError() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Resolves when the time is over, the network is back or the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done, { signal: over.signal });
    signal.addEventListener('abort', done, { signal: over.signal });
    if (signal.aborted) done();
  });
}

/** How often the clock is read, in milliseconds. A browser's timers stop while a phone sleeps. */
const LOOK_EVERY_MS = 1000;

/** Calls back at an instant of the page's clock, or at once if that has passed. Gives the way to stop. */
export function atInstant(instant: number, callBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // A timer may fire a moment too early.
  const wait = () => {
    const ms = instant - pageClock();
    if (ms > 0) timer = setTimeout(wait, Math.min(ms, LOOK_EVERY_MS));
    else callBack();
  };
  wait();
  return () => clearTimeout(timer);
}
