import type { EventEmitter } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify';
import type { Services } from '../services.ts';
import { hasBody } from './bodies.ts';
import { type Caller, callerOf, countedAddress } from './callers.ts';
import { holdRefusal, tooOften } from './limits.ts';
import type { App } from './serve.ts';

/** How many calls of one caller run at once, and how many more wait for their turn. */
type Share = { atOnce: number; waiting: number };

/** A phone never has more than a handful; the rest of the database's connections are the others'. */
const PLAYERS_SHARE: Share = { atOnce: 8, waiting: 50 };
/** Thousands of phones of a mobile network share one, and some calls wait long for a provider. */
const ADDRESS_SHARE: Share = { atOnce: 500, waiting: 2000 };

/** Tokens that an address made up: the database is asked for the session of each. */
const UNKNOWN_TOKENS_SHARE: Share = { atOnce: 8, waiting: 500 };

type Places = { caller: Caller; ofPlayer: (() => void)[]; ofWork: (() => void)[] };

/**
 * Lets nobody keep the others waiting: each player, and each address, has so many calls of the API at
 * once, the next ones wait in turn, and what is more is refused with 429 `rate/limited`, in no hurry.
 * A call has its place until its work is done: hanging up ends none of it. While a body comes there is
 * no work, and the address's place is another call's. The player's is kept: their bodies stand in
 * memory, and keep nobody else waiting.
 */
export function shareFairly(app: App, { sign }: Pick<Services, 'sign'>): void {
  const byPlayer = openQueues(PLAYERS_SHARE);
  const byUnknownToken = openQueues(UNKNOWN_TOKENS_SHARE);
  const byAddress = openQueues(ADDRESS_SHARE);
  const placesOf = new WeakMap<FastifyRequest, Places>();

  async function beginWork(
    { caller, ofWork }: Places,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { by, name } = caller;
    // A call that waits for its own turn must not use up the places that players of its address share.
    if (by === 'unknown-token') ofWork.push(await enter(byUnknownToken, name, request, reply));
    ofWork.push(await enter(byAddress, countedAddress(request), request, reply));
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const places: Places = { caller: callerOf(request, sign), ofPlayer: [], ofWork: [] };
    placesOf.set(request, places);
    // In case not even the refusal of a failure could be made.
    reply.raw.once('finish', () => leaveAll(places));
    const { by, name } = places.caller;
    if (by === 'player') places.ofPlayer.push(await enter(byPlayer, name, request, reply));
    await beginWork(places, request, reply);
  });
  app.addHook('preParsing', async (request) => {
    // A body whose sender has gone neither comes nor fails.
    if (request.raw.destroyed) throw nobodyThere();
    if (hasBody(request.raw)) leave(placesOf.get(request)?.ofWork ?? []);
  });
  app.addHook('preValidation', async (request, reply) => {
    const places = placesOf.get(request);
    if (places !== undefined && hasBody(request.raw)) await beginWork(places, request, reply);
  });
  // Each reply and each refusal passes here, be anybody left to read it or not.
  app.addHook('onSend', async (request) => {
    const places = placesOf.get(request);
    if (places !== undefined) leaveAll(places);
  });
}

function leaveAll({ ofPlayer, ofWork }: Places): void {
  leave(ofPlayer);
  leave(ofWork);
}

function leave(places: (() => void)[]): void {
  for (const leavePlace of places) leavePlace();
}

/** Throws Refusal where there is no room, or whoever called has hung up. */
async function enter(
  queues: Queues,
  key: string,
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<() => void> {
  const leavePlace = await queues.enter(key, raw).catch(async (refusal) => {
    if (!socket.destroyed) await holdRefusal();
    throw refusal;
  });
  if (!socket.destroyed) return leavePlace;
  leavePlace();
  throw nobodyThere();
}

/** Nobody reads it: it only ends a call. */
const nobodyThere = () => tooOften(1);

type Queues = { enter: (key: string, caller?: EventEmitter) => Promise<() => void> };

/**
 * A queue for each key, kept while anybody of it is there. A caller that hangs up leaves it at once and is
 * refused: the library's bulkhead would hold its place until its turn.
 */
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

/** Browsers and proxies wait for a reply before they ask again: nobody means more than this. */
const UNANSWERED_PER_CONNECTION = 16;

/**
 * The server's own connections, each with so many unanswered calls at most: one that writes calls
 * without end is cut before they are looked at.
 */
export const openServer: FastifyServerFactory = (handler, options) => {
  const server = createServer(options.http ?? {}, bounded(handler));
  // As the framework sets a server that it makes itself.
  server.keepAliveTimeout = Number(options.keepAliveTimeout);
  server.requestTimeout = Number(options.requestTimeout);
  return server;
};

function bounded(handler: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, reply) => {
    const { socket } = request;
    // Calls that were read before the cut still come.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > UNANSWERED_PER_CONNECTION) {
      socket.destroy();
      return;
    }
    reply.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handler(request, reply);
  };
}

/** How long calls in flight have once the app closes; as long as a provider may take. */
const CALLS_END_WITHIN_MS = 10_000;

/**
 * Ends connections when the app closes: Node waits for each, and one that is kept alive, silent,
 * half sent or not read would hold up the end for minutes.
 */
export function endConnectionsOnClose(app: App): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers open connections ahead of their first call.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CALLS_END_WITHIN_MS).unref();
  });
  // A connection that is busy until now ends once its reply is out.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
