import type { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { REFUSED_AFTER_MS, tooOften } from './address-limits.ts';
import { countedAddress } from './counted-address.ts';
import type { App } from './validation.ts';

/** How many calls of one caller run at once, and how many more wait for their turn. */
export type Share = { atOnce: number; waiting: number };

/** A phone never has more than a handful; the rest of the database's connections are the others'. */
const PLAYERS_SHARE: Share = { atOnce: 8, waiting: 50 };
/** Thousands of phones of a mobile network share one, and some calls wait long for a provider. */
const ADDRESS_SHARE: Share = { atOnce: 500, waiting: 2000 };

/**
 * Lets nobody keep the others waiting: each token, and each address, has so many calls of the API at
 * once, the next ones wait in turn, and what is more is refused with 429 `rate/limited`, in no hurry.
 * A call has its place until its work is done: hanging up ends none of it.
 */
export function shareFairly(app: App): void {
  const byToken = openQueues(PLAYERS_SHARE);
  const byAddress = openQueues(ADDRESS_SHARE);
  const places = new WeakMap<FastifyRequest, (() => void)[]>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const token = request.headers.authorization;
    const taken: (() => void)[] = [];
    places.set(request, taken);
    // What waits for its player's turn must not use up what the players of one address share.
    if (token !== undefined) taken.push(await enter(byToken, token, request));
    taken.push(await enter(byAddress, countedAddress(request), request));
    // Where not even the refusal of a failure could be made.
    reply.raw.once('finish', () => leave(taken));
  });
  app.addHook('preParsing', async ({ raw }) => {
    // A body whose sender has gone neither comes nor fails.
    if (raw.destroyed) throw nobodyThere();
  });
  // Each reply and each refusal passes here, be anybody left to read it or not.
  app.addHook('onSend', async (request) => leave(places.get(request) ?? []));
}

function leave(places: (() => void)[]): void {
  for (const leavePlace of places) leavePlace();
}

/** Throws Refusal where there is no room, or whoever called has hung up. */
async function enter(queues: Queues, key: string, { raw }: FastifyRequest): Promise<() => void> {
  const leavePlace = await queues.enter(key, raw).catch(async (refusal) => {
    if (!raw.destroyed) await pause(REFUSED_AFTER_MS, null, { ref: false });
    throw refusal;
  });
  if (!raw.destroyed) return leavePlace;
  leavePlace();
  throw nobodyThere();
}

/** Nobody reads it: it only ends a call. */
const nobodyThere = () => tooOften(1);

type Queues = { enter: (key: string, caller?: EventEmitter) => Promise<() => void> };

/** A queue for each key, kept while anybody of it is there; who closes leaves it, and is refused. */
export function openQueues({ atOnce, waiting }: Share): Queues {
  const queues = new Map<string, { running: number; waiters: Set<() => void> }>();
  return {
    async enter(key, caller) {
      const queue = queues.get(key) ?? { running: 0, waiters: new Set() };
      queues.set(key, queue);
      if (queue.running < atOnce) queue.running += 1;
      else {
        if (queue.waiters.size >= waiting) throw tooOften(1);
        // Its place is handed over by who leaves.
        await new Promise<void>((resolve, reject) => {
          queue.waiters.add(resolve);
          caller?.once('close', () => queue.waiters.delete(resolve) && reject(nobodyThere()));
        });
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const [next] = queue.waiters;
        if (next) {
          queue.waiters.delete(next);
          next();
        } else queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      };
    },
  };
}
