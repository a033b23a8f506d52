/**
 * Runs work that one tab at a time may do, after the others are done with theirs. Old WebViews have
 * no Web Locks: there it runs at once, and the server's idempotency keeps it single.
 */
export async function oneAtATime<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, work);
}

/** The same, but gives `null` at once where another tab or worker is at it. */
export async function ifNobodyIsAtIt<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : null));
}
