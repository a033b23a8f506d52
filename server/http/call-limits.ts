import type { Services } from '../services.ts';
import { holdRefusal, tooOften } from './address-limits.ts';
import { callerOf } from './callers.ts';
import { limitedCalls } from './process-metrics.ts';
import type { App } from './validation.ts';

const MINUTE_MS = 60_000;
/** A tenth of what a minute allows is there again. */
const AGAIN_AFTER_S = 6;
/** Addresses without end must not fill the memory. */
const MOST_CALLERS = 100_000;

/**
 * Each player has so many calls of the API a minute, and each address for all that no token of ours
 * speaks for, and as many again for tokens that are none of ours (ADR-0034): one call is counted
 * once, before anything is read. What is more is refused with 429 `rate/limited`, in no hurry.
 */
export function limitCalls(app: App, { config, sign }: Pick<Services, 'config' | 'sign'>): void {
  const buckets = openBuckets();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const { by, name } = callerOf(request, sign);
    const { playerCallsPerMinute, addressCallsPerMinute } = config;
    const perMinute = by === 'player' ? playerCallsPerMinute : addressCallsPerMinute;
    if (buckets.take(name, perMinute)) return;
    limitedCalls.inc({ by });
    await holdRefusal();
    throw tooOften(AGAIN_AFTER_S);
  });
}

type Bucket = { left: number; at: number };

/** A bucket for each name, full at first: it holds what a minute allows, and fills up evenly. */
export function openBuckets(most = MOST_CALLERS) {
  let [older, newer] = [new Map<string, Bucket>(), new Map<string, Bucket>()];
  let since = Date.now();

  /** What nobody took from for a minute is full again, and needs no place. */
  function forgetFull(now: number): void {
    if (Math.abs(now - since) < MINUTE_MS && newer.size < most) return;
    [older, newer, since] = [newer, new Map(), now];
  }

  return {
    /** Takes one from a bucket; whether it held one. */
    take(name: string, perMinute: number): boolean {
      const now = Date.now();
      forgetFull(now);
      const { left, at } = newer.get(name) ?? older.get(name) ?? { left: perMinute, at: now };
      const refilled = (Math.max(0, now - at) / MINUTE_MS) * perMinute;
      const held = Math.min(perMinute, left + refilled);
      const isThere = held >= 1;
      newer.set(name, { left: isThere ? held - 1 : held, at: now });
      return isThere;
    },
    /** How many are remembered. */
    size: () => older.size + newer.size,
  };
}
