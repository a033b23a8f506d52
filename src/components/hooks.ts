import { useEffect, useState } from 'react';
import { isStill } from '../lib/motion.ts';

/** Whether a strip stays visible: its message is true, or the reads behind it are being tried again. */
export function useStays(isSo: boolean, isBusy: boolean): boolean {
  const [stays, setStays] = useState(isSo);
  const next = isSo || (stays && isBusy);
  if (next !== stays) setStays(next);
  return next;
}

/** Gives the value, or while `isStill` the value from before, so that nothing moves behind a dialog. */
export function useStill<Value>(value: Value, isStill: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isStill && shown !== value) setShown(value);
  return shown;
}

/** Gives the whole seconds until an instant, renewed each second. After the instant it gives 0. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  const isPast = now >= at;
  useEffect(() => {
    if (isPast && Date.now() >= at) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isPast, at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** Formats the remaining seconds as `0:32`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Throws this many pieces of confetti, unless the player asked for reduced motion. Offline there may be
 * none, because the code is missing. Gives the way to stop.
 */
export function celebrate(pieces: number): () => void {
  if (isStill()) return () => undefined;
  let isGone = false;
  let stop = () => {
    isGone = true;
  };
  import('./confetti.ts').then(
    ({ throwConfetti }) => {
      if (!isGone) stop = throwConfetti(pieces);
    },
    () => undefined,
  );
  return () => stop();
}
