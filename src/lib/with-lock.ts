/**
 * Runs work that only one tab at a time may do, after the other tabs have finished theirs. Throws the
 * work's error. Without Web Locks, or if they are refused, the work runs at once: the server's
 * idempotency then prevents a second effect.
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return (await underLock(name, {}, work)) as Result;
}

/** Runs work in the same way, but gives `null` at once if another tab or worker holds the lock. */
export function withLockIfFree<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return underLock(name, { ifAvailable: true }, work);
}

async function underLock<Result>(
  name: string,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (!navigator.locks) return work();
  let isAnswered = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      isAnswered = true;
      return lock ? work() : null;
    });
  } catch (error) {
    if (isAnswered) throw error;
    return work();
  }
}
