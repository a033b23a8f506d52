type Holder = {
  /** The lock is held from now until the signal is aborted. */
  onHeld: () => void;
  /**
   * Another tab holds the lock. `onHeld` follows once that tab has released it and this page is
   * visible.
   */
  onTaken: () => void;
};

/**
 * Holds a lock until the signal aborts. In a browser that lacks or refuses Web Locks, the lock counts
 * as held at once.
 */
export async function holdLock(
  name: string,
  signal: AbortSignal,
  { onHeld, onTaken }: Holder,
): Promise<void> {
  const { locks } = navigator;
  if (!locks) return onHeld();
  let isHeld = false;
  const hold = () => {
    if (signal.aborted) return null;
    isHeld = true;
    onHeld();
    return aborted(signal);
  };
  try {
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? hold() : null));
    if (isHeld || signal.aborted) return;
    onTaken();
    while (!isHeld && !signal.aborted) {
      // A hidden page must not take the game from the tab in which it is played.
      await seen(signal);
      await locks.request(name, { signal }, () => (document.hidden ? null : hold()));
    }
  } catch {
    if (!isHeld && !signal.aborted) onHeld();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const listening = new AbortController();
    const done = () => {
      if (document.hidden && !signal.aborted) return;
      listening.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', done, { signal: listening.signal });
    signal.addEventListener('abort', done, { signal: listening.signal });
  });
}

/**
 * Keeps the screen lit, unless the browser cannot or a battery saver refuses. Gives the way to stop. A
 * hidden page loses the wake lock, so it asks again when it becomes visible.
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
  // Older browsers lack `wakeLock`, although TypeScript's DOM library says that it is always there.
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
