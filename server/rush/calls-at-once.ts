import { setImmediate } from 'node:timers/promises';
import { tooOften } from '../http/address-limits.ts';

/** A phone has two or three, with what it repeats on a bad line. */
const CALLS_AT_ONCE = 8;

/**
 * Does a player's call, and refuses those beyond a few at the same time (429 `rate/limited`): hundreds
 * would keep everybody's waiting, and silence the heartbeat that says whether the game could be reached.
 */
export function fewAtOnce() {
  const running = new Map<number, number>();
  return async <Reply>(playerId: number, work: () => Promise<Reply>): Promise<Reply> => {
    const others = running.get(playerId) ?? 0;
    if (others === CALLS_AT_ONCE) throw tooOften(1);
    running.set(playerId, others + 1);
    try {
      // The embedded database works without a pause: calls that are here already would come one by one.
      await setImmediate();
      return await work();
    } finally {
      const left = (running.get(playerId) ?? 1) - 1;
      if (left === 0) running.delete(playerId);
      else running.set(playerId, left);
    }
  };
}
