import { whenIdle } from '../lib/when-idle.ts';
import { within } from '../lib/within.ts';

/** A copy that is not whole by then is not waited for, in milliseconds. */
const COPY_PATIENCE_MS = 20_000;

/** Does something once the offline copy's first line is whole and the phone is idle (offline.md#offline-copy). */
export function whenQuiet(run: () => void): void {
  const whole = navigator.serviceWorker?.ready ?? new Promise(() => undefined);
  void within(COPY_PATIENCE_MS, whole, undefined).then(() => whenIdle(run));
}
