/** On a phone that is never idle it is done all the same after so many milliseconds. */
const IDLE_WITHIN_MS = 10_000;

/** The wait in a browser that does not say when it is idle (Safari), in milliseconds. */
const GUESSED_IDLE_MS = 2000;

/** Does something once the phone has nothing better to do. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  else setTimeout(run, GUESSED_IDLE_MS);
}
