import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { lookUntil, mayComeUp } from '../../lib/popup-order.ts';

/** For how many looks the dashboard has to be still: promotions come before. */
const STILL_LOOKS = 5;

/**
 * Whether the dashboard has been still since it was opened: no dialog, greeting or promotion came up.
 * Where a new version waits its own card has the place.
 */
export function useStillHome(isWanted: boolean): boolean {
  const { pathname } = useLocation();
  const [isStill, setStill] = useState(false);
  const isHome = isWanted && pathname === paths.home;
  useEffect(() => {
    if (!isHome) return;
    const gone = new AbortController();
    let looks = 0;
    const stop = lookUntil(() => {
      // Whatever came up first is enough for one opening.
      if ('dialog' in document.documentElement.dataset) return true;
      if (mayComeUp()) looks += 1;
      if (looks < STILL_LOOKS) return false;
      void setUnlessNewVersion(setStill, gone.signal);
      return true;
    });
    return () => {
      stop();
      gone.abort();
      setStill(false);
    };
  }, [isHome]);
  return isStill;
}

async function setUnlessNewVersion(setStill: (isStill: boolean) => void, signal: AbortSignal) {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting || signal.aborted) return;
  registration?.addEventListener('updatefound', () => setStill(false), { signal });
  setStill(true);
}
