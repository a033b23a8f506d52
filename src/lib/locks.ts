type Holder = {
  /** It is ours, until the signal is aborted. */
  onHeld: () => void;
  /** Another tab has it; `onHeld` follows once that tab has let go and this page is seen. */
  onTaken: () => void;
};

/**
 * Holds a lock until the signal aborts; in a browser that lacks or refuses Web Locks, it is ours at
 * once.
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
      // A page in the background must not take a game away from the tab that is played in.
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
  // Missing in older browsers, despite TypeScript's DOM library.
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
