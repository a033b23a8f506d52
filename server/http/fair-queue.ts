import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooOften } from './address-limits.ts';
import type { App } from './validation.ts';

/** How many calls of one caller run at once, and how many more wait for their turn. */
export type Share = { atOnce: number; waiting: number };

/** A phone never has more than a handful; the rest of the database's connections are the others'. */
const PLAYERS_SHARE: Share = { atOnce: 8, waiting: 50 };
/** Thousands of phones of a mobile network share one, and some calls wait long for a provider. */
const ADDRESS_SHARE: Share = { atOnce: 500, waiting: 2000 };

/** Whoever asks again as soon as they are refused would keep the server busy with refusing. */
const REFUSED_AFTER_MS = 1000;

/**
 * Lets nobody keep the others waiting: each token, and each address, has so many calls of the API at
 * once, the next ones wait in turn, and what is more is refused with 429 `rate/limited`, in no hurry.
 */
export function shareFairly(app: App): void {
  const byToken = openQueues(PLAYERS_SHARE);
  const byAddress = openQueues(ADDRESS_SHARE);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const token = request.headers.authorization;
    // What waits for its player's turn must not use up what the players of one address share.
    if (token !== undefined) await enter(byToken, token, request, reply);
    await enter(byAddress, request.ip, request, reply);
  });
}

async function enter(
  queues: Queues,
  key: string,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const leave = await queues.enter(key).catch(async (refusal) => {
    await pause(REFUSED_AFTER_MS, null, { ref: false });
    throw refusal;
  });
  // Whoever hung up meanwhile gets no reply that could end.
  if (raw.destroyed) leave();
  reply.raw.once('finish', leave).once('close', leave);
}

type Queues = { enter: (key: string) => Promise<() => void> };

/** A queue for each key, kept while anybody of it is there. */
export function openQueues({ atOnce, waiting }: Share): Queues {
  const queues = new Map<string, { running: number; waiters: (() => void)[] }>();
  return {
    async enter(key) {
      const queue = queues.get(key) ?? { running: 0, waiters: [] };
      queues.set(key, queue);
      if (queue.running < atOnce) queue.running += 1;
      else {
        if (queue.waiters.length >= waiting) throw tooOften(1);
        // Its place is handed over by who leaves.
        await new Promise<void>((resolve) => queue.waiters.push(resolve));
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const next = queue.waiters.shift();
        if (next) next();
        else queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      };
    },
  };
}
