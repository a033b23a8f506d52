/**
 * Keeps the screen lit where the browser can and no battery saver refuses; gives the way to stop. A
 * hidden page loses the lock, so it is asked for again when the page is seen.
 */
export function keepAwake(): () => void {
  let isEnded = false;
  let isAsking = false;
  let lock: WakeLockSentinel | null = null;

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || isAsking) return;
    if (lock && !lock.released) return;
    isAsking = true;
    lock = await requestLock();
    isAsking = false;
    if (isEnded) void release(lock);
  }

  const onVisibility = () => void ask();
  document.addEventListener('visibilitychange', onVisibility);
  void ask();
  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', onVisibility);
    void release(lock);
  };
}

async function requestLock(): Promise<WakeLockSentinel | null> {
  // Missing in older browsers, whatever TypeScript's DOM library says.
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  try {
    return (await wakeLock?.request('screen')) ?? null;
  } catch {
    return null;
  }
}

async function release(lock: WakeLockSentinel | null): Promise<void> {
  try {
    await lock?.release();
  } catch {}
}
