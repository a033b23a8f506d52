import { Refusal } from '../http/errors.ts';

type Room = { atOnce: number; waiting: number };

/** Work that takes much of the machine, done by a few at once while others wait. */
export type Turns = <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;

/** Turns for a process. Where no more may wait they throw Refusal 503 `server/unavailable`. */
export function openTurns({ atOnce, waiting }: Room): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw busy();
      // Whoever ends hands their place on: nobody comes between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function busy(): Refusal {
  const message = 'Too many pictures are coming in right now. Please try again.';
  return new Refusal(503, 'server/unavailable', message, { 'Retry-After': '5' });
}
