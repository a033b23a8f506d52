import type { FastifyRequest } from 'fastify';
import { countedAddress } from '../http/counted-address.ts';
import type { App } from '../http/validation.ts';

/** Who has called within so long was there when an outage began. */
const THERE_MS = 30_000;
/** Made-up addresses must not fill the memory. */
const MOST_SEEN = 20_000;
/** Heartbeats come every second: what is answered so soon after the last one says nothing yet. */
const STILL_BEATING_MS = 2000;

/** What somebody has called lately; an address of its own has all calls from there, a token or not. */
type Seen = {
  playerId: number | null;
  address: string;
  calls: number;
  /** When they were first answered after a heartbeat had been missing; `null` where they were not. */
  servedAt: number | null;
};

/** Who calls this process, kept in memory until a heartbeat is missing. */
export type SeenCalls = {
  /** A heartbeat has come: what was answered until now is of no matter. */
  beaten: () => void;
  /** Who was there, with for how many milliseconds since the last heartbeat nobody answered a player. */
  list: () => (Omit<Seen, 'servedAt'> & { unservedMs: number | null })[];
};

/** Watches the calls of the API. */
export function watchCalls(app: App): SeenCalls {
  let seen = new Map<string, Seen>();
  let before = new Map<string, Seen>();
  let begunAt = Date.now();
  let beatenAt = Date.now();
  const note = (playerId: number | null, address: string): Seen => {
    const key = `${playerId ?? ''} ${address}`;
    const known = seen.get(key) ?? { playerId, address, calls: 0, servedAt: null };
    if (seen.size < MOST_SEEN) seen.set(key, known);
    return known;
  };
  const isCall = (request: FastifyRequest) => request.routeOptions.config.endpoint !== undefined;
  app.addHook('onRequest', async (request) => {
    if (isCall(request)) note(null, countedAddress(request)).calls += 1;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!isCall(request) || request.session === null) return;
    const caller = note(request.session.playerId, countedAddress(request));
    caller.calls += 1;
    const isSilent = Date.now() - beatenAt > STILL_BEATING_MS;
    if (isSilent && reply.statusCode < 500) caller.servedAt ??= Date.now();
  });
  return {
    beaten: () => {
      beatenAt = Date.now();
      if (beatenAt - begunAt > THERE_MS) {
        [before, seen, begunAt] = [seen, new Map(), beatenAt];
      }
      for (const one of [...before.values(), ...seen.values()]) one.servedAt = null;
    },
    list: () => {
      const all = new Map(before);
      for (const [key, one] of seen) {
        const calls = one.calls + (before.get(key)?.calls ?? 0);
        all.set(key, {
          ...one,
          calls,
          servedAt: one.servedAt ?? before.get(key)?.servedAt ?? null,
        });
      }
      return [...all.values()].map(({ servedAt, ...one }) => ({
        ...one,
        unservedMs: one.playerId === null ? null : (servedAt ?? Date.now()) - beatenAt,
      }));
    },
  };
}
