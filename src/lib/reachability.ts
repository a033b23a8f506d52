/** The last call's result for the line: `true` answered, `false` unanswered, `null` none yet. */
let lastAnswered: boolean | null = null;
const listeners = new Set<() => void>();

/** The state of the line, as far as is known: every screen takes it from here. */
export type NetworkState = 'good' | 'slow' | 'none';

/** Takes a read that was just asked, and when, in milliseconds of `performance.now()`. */
type Watch = (reply: Promise<unknown>, askedAt: number) => void;

let isSlow = false;
let newest: Parameters<Watch> | undefined;
let watch: Watch | undefined;

/** Notes how a call ended. Only `lib/http` calls it. */
export function noteAnswered(answered: boolean): void {
  if (answered === lastAnswered) return;
  lastAnswered = answered;
  tell();
}

/** Notes a read that is on its way. Only `lib/http` calls it. */
export function noteRead(...read: Parameters<Watch>): void {
  newest = read;
  watch?.(...read);
}

/** Shows each read to `own`, the newest so far too. */
export function watchReads(own: Watch): void {
  watch = own;
  if (newest) own(...newest);
}

/** Says whether replies come late (offline.md#the-line). Only `offline/slow-line` calls it. */
export function noteSlow(slow: boolean): void {
  isSlow = slow;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Whether the server is in reach: a dead cell is `onLine` too, so the last call counts as well. */
export function isReachable(): boolean {
  return navigator.onLine && lastAnswered !== false;
}

/** Gives the present state of the line. */
export function networkNow(): NetworkState {
  return isReachable() ? (isSlow ? 'slow' : 'good') : 'none';
}

/** Calls `listener` whenever {@link networkNow} may have changed; gives the way to stop it. */
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
