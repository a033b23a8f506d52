import { useEffect, useState } from 'react';

/** Whether the first line of the offline copy is on the phone (flows.md#offline-copy). */
export function useIsCopyWhole(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isGone = false;
    void navigator.serviceWorker?.ready.then(() => isGone || setWhole(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isWhole;
}
