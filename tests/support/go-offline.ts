import { onTestFinished, vi } from 'vitest';

/**
 * Takes the phone offline, with the browser's events; gives the function that restores it, at the
 * test's end at the latest.
 */
export function goOffline(): () => void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  const goOnline = () => {
    online.mockRestore();
    dispatchEvent(new Event('online'));
  };
  onTestFinished(goOnline);
  return goOnline;
}
