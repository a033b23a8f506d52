import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { mayComeUp } from '../../session/popup-order.ts';

/** How often it is looked, and for how long the dashboard has to be still: promotions come before. */
const LOOK_MS = 600;
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
    const timer = setInterval(() => {
      // Whatever came up first is enough for one opening.
      if ('dialog' in document.documentElement.dataset) return clearInterval(timer);
      if (mayComeUp()) looks += 1;
      if (looks < STILL_LOOKS) return;
      clearInterval(timer);
      void setUnlessNewVersion(setStill, gone.signal);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
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
