/**
 * Whether the last call was answered. `null` if the phone has made no call since the page began or
 * since it last came online.
 */
let lastAnswered: boolean | null = null;
const listeners = new Set<() => void>();

/** The state of the network, as far as the app knows it. Every screen shows this state. */
export type NetworkState = 'good' | 'slow' | 'none';

/**
 * Takes the reply of a read that was just sent, and the time of sending, in milliseconds of
 * `performance.now()`.
 */
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

/** Notes a read that was just sent. Only `lib/http` calls it. */
export function noteRead(...read: Parameters<Watch>): void {
  newest = read;
  watch?.(...read);
}

/** Calls `own` with each read from now on, and with the newest one so far. */
export function watchReads(own: Watch): void {
  watch = own;
  if (newest) own(...newest);
}

/** Notes whether replies come late (offline.md#the-line). Only `offline/slow-line` calls it. */
export function noteSlow(slow: boolean): void {
  isSlow = slow;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Whether the server can be reached. The browser says `onLine` without reception too, so the last call
 * also counts.
 */
export function isReachable(): boolean {
  return navigator.onLine && lastAnswered !== false;
}

/** Gives the present state of the network. */
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
