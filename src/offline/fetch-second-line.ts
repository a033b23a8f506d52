import { FETCH_SECOND_LINE } from '../config/second-line.ts';
import { fetchesLittle } from '../lib/saves-data.ts';

/** Has the worker fetch what only some players open, unless little is to be fetched (flows.md#save-data). */
export function fetchSecondLine(): void {
  if (fetchesLittle()) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(FETCH_SECOND_LINE));
}
