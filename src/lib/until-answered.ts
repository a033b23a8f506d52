import { pageClock } from './clock.ts';
import { isApiError, isUndecided, NetworkError } from './errors.ts';

/**
 * A question's clock runs meanwhile: after so long without an answer it is asked again, in
 * milliseconds, after twice as long the next time. A slow line may need longer than the first.
 */
const FIRST_PATIENCE_MS = 6000;
const LONGEST_PATIENCE_MS = 30_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 4000;

type ReplyAtLast<Reply> = {
  reply: Reply;
  /** It was asked more than once: the answer may be some moments old. */
  wasRepeated: boolean;
};

/**
 * Asks until there is an answer, by the same key each time; at once when the network is back. Throws
 * the refusal, and an error of no meaning once the signal is aborted.
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

/** Twice as long with each try, in milliseconds. */
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
    // The signal's reason would say: Chrome 94 has none.
    throw own.signal.aborted && !signal.aborted ? new NetworkError() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Ends when the time is over, the network is back, or the caller has given up. */
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

/** A browser's timers stand still while a phone sleeps: the clock is read this often, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Calls back at an instant of the page's clock, at once where it is past; gives the way to stop. */
export function atInstant(instant: number, callBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // A timer may come a moment too early.
  const wait = () => {
    const ms = instant - pageClock();
    if (ms > 0) timer = setTimeout(wait, Math.min(ms, LOOK_EVERY_MS));
    else callBack();
  };
  wait();
  return () => clearTimeout(timer);
}
