/** What the last call told of the line: `true` answered, `false` unanswered, `null` none yet. */
let lastAnswered: boolean | null = null;
const listeners = new Set<() => void>();

/** Notes how a call ended. Only `lib/http` calls it. */
export function noteAnswered(answered: boolean): void {
  if (answered === lastAnswered) return;
  lastAnswered = answered;
  for (const listener of listeners) listener();
}

/** Whether the server is in reach: a dead cell is `onLine` too, so the last call counts as well. */
export function isReachable(): boolean {
  return navigator.onLine && lastAnswered !== false;
}

/** Calls `listener` whenever {@link isReachable} may have changed; gives the way to stop it. */
export function subscribeReachability(listener: () => void): () => void {
  const onOnline = () => {
    lastAnswered = null;
    listener();
  };
  listeners.add(listener);
  addEventListener('online', onOnline);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', onOnline);
    removeEventListener('offline', listener);
  };
}
