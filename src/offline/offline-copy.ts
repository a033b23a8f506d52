import { useEffect, useState } from 'react';
import { FETCH_SECOND_LINE, MEND_COPY } from '../config/worker-messages.ts';
import { fetchesLittle } from '../lib/saves-data.ts';

/**
 * Whether the first line of the offline copy is on the phone. Files that the browser has deleted are fetched
 * again (offline.md#offline-copy).
 */
export function useIsCopyWhole(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => setWhole(data === true);
    void navigator.serviceWorker?.ready.then(({ active }) =>
      active?.postMessage(MEND_COPY, [port2]),
    );
    return () => port1.close();
  }, []);
  return isWhole;
}

/**
 * Makes the worker fetch the parts of the app that only some players open, unless the phone saves data
 * (offline.md#save-data).
 */
export function fetchSecondLine(): void {
  if (fetchesLittle()) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(FETCH_SECOND_LINE));
}
