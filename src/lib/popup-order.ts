/**
 * The two things that come up over the dashboard before anything else: a payment's message and the
 * greeting (rewards.md#greeting).
 */
type Early = 'payment' | 'greeting';

/** How often a message or greeting checks whether it may come up over the dashboard, in milliseconds. */
const LOOK_MS = 600;

const onTheirWay = new Set<Early>();

/**
 * Notes that a message or greeting may come up soon. Gives the function to call once it is open or not
 * due.
 */
export function announce(popup: Early): () => void {
  onTheirWay.add(popup);
  return () => void onTheirWay.delete(popup);
}

/** Whether the greeting may come up: no payment's message is expected, and no dialog is open. */
export function mayGreet(): boolean {
  return !onTheirWay.has('payment') && !('dialog' in document.documentElement.dataset);
}

/** Whether anything else may come up over the dashboard. */
export function mayComeUp(): boolean {
  return mayGreet() && !onTheirWay.has('greeting');
}

/** Calls `isSettled` again and again until it gives `true`. Gives the way to stop. */
export function lookUntil(isSettled: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isSettled()) clearInterval(timer);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
