/**
 * Runs work that one tab at a time may do, once the others are done; throws the work's error. Without
 * Web Locks, or refused them, it runs at once: the server's idempotency keeps it single.
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return (await underLock(name, {}, work)) as Result;
}

/** The same, but gives `null` at once where another tab or worker is at it. */
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
