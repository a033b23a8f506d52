import { FETCH_SECOND_LINE } from '../config/second-line.ts';
import { savesData } from '../lib/saves-data.ts';

/** Has the worker fetch what only some players open, unless the phone saves data (flows.md#offline-copy). */
export function fetchSecondLine(): void {
  if (savesData()) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(FETCH_SECOND_LINE));
}
