/**
 * A payment's message and the greeting come up over the dashboard before anything else
 * (rewards.md#greeting).
 */
type Early = 'payment' | 'greeting';

/** The dashboard's stillness is checked so often before anything comes up over it. */
const LOOK_MS = 600;

const onTheirWay = new Set<Early>();

/** Says that something is on its way; gives the way to say that it is there, or not due. */
export function announce(popup: Early): () => void {
  onTheirWay.add(popup);
  return () => void onTheirWay.delete(popup);
}

/** Whether the greeting may come up: no payment waits to be announced, and no dialog is open. */
export function mayGreet(): boolean {
  return !onTheirWay.has('payment') && !('dialog' in document.documentElement.dataset);
}

/** Whether anything else may come up over the dashboard. */
export function mayComeUp(): boolean {
  return mayGreet() && !onTheirWay.has('greeting');
}

/** Looks again and again until there is nothing more to look for; gives the way to stop. */
export function lookUntil(isSettled: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isSettled()) clearInterval(timer);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
