/** The longest wait on a phone that is never idle, in milliseconds. */
const IDLE_WITHIN_MS = 10_000;

/** The wait in a browser that does not say when it is idle (Safari), in milliseconds. */
const GUESSED_IDLE_MS = 2000;

/** Runs work once the phone is idle. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  else setTimeout(run, GUESSED_IDLE_MS);
}
