import { useEffect, useState } from 'react';
import { isStill } from '../lib/motion.ts';

/** Whether a strip is shown: its message is true, or is being tried again. */
export function useStays(isSo: boolean, isBusy: boolean): boolean {
  const [stays, setStays] = useState(isSo);
  const next = isSo || (stays && isBusy);
  if (next !== stays) setStays(next);
  return next;
}

/** The value as it is, or as it last was while it is to keep still: behind a dialog nothing moves. */
export function useStill<Value>(value: Value, isStill: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isStill && shown !== value) setShown(value);
  return shown;
}

/** The whole seconds until an instant, counted anew each second; 0 once it is past. */
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

/** Formats the seconds that are left: `0:32`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Throws so many pieces of confetti where motion is welcome; gives the way to stop. Without a line there is none. */
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
