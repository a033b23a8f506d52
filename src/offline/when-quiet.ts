import { whenIdle } from '../lib/when-idle.ts';

/** A copy that is not whole by then is not waited for, in milliseconds. */
const COPY_PATIENCE_MS = 20_000;

/** Does something once the offline copy's first line is whole and the phone is idle (offline.md#offline-copy). */
export function whenQuiet(run: () => void): void {
  const late = new Promise((resolve) => setTimeout(resolve, COPY_PATIENCE_MS));
  const whole = navigator.serviceWorker?.ready ?? late;
  void Promise.race([late, whole]).then(() => whenIdle(run));
}
