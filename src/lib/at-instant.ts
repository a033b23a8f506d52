import { pageClock } from './clock.ts';

/** A browser's timers stand still while a phone sleeps: the clock is looked at this often, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Calls back at an instant of the page's clock, at once where it is past; gives the way to stop. */
export function atInstant(instant: number, callBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // A timer may come a moment too early.
  const wait = () => {
    const ms = instant - pageClock();
    if (ms > 0) timer = setTimeout(wait, Math.min(ms, LOOK_EVERY_MS));
    else callBack();
  };
  wait();
  return () => clearTimeout(timer);
}
