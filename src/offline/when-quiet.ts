import { whenIdle } from '../lib/when-idle.ts';
import { within } from '../lib/within.ts';

/** How long the offline copy is waited for, in milliseconds. */
const COPY_PATIENCE_MS = 20_000;

/** Runs `run` once the offline copy's first line is complete and the phone idle (offline.md#offline-copy). */
export function whenQuiet(run: () => void): void {
  const whole = navigator.serviceWorker?.ready ?? new Promise(() => undefined);
  void within(COPY_PATIENCE_MS, whole, undefined).then(() => whenIdle(run));
}
