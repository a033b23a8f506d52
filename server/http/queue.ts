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

/**
 * A phone never has more than a handful of calls at once. The database's other connections are for other
 * players.
 */
const PLAYERS_SHARE: Share = { atOnce: 8, waiting: 50 };
/** Thousands of phones of a mobile network share one address, and some calls wait long for a provider. */
const ADDRESS_SHARE: Share = { atOnce: 500, waiting: 2000 };

/**
 * A share for the tokens that an address made up, since the database is asked for the session of each token.
 */
const UNKNOWN_TOKENS_SHARE: Share = { atOnce: 8, waiting: 500 };

type Places = { caller: Caller; ofPlayer: (() => void)[]; ofWork: (() => void)[] };

/**
 * Keeps any caller from delaying the others. Each player and each address may run a number of calls of the
 * API at once. The next calls wait in turn, and calls beyond that are refused with 429 `rate/limited`, after
 * a pause. A call keeps its place until its work is done, because hanging up does not end the work. While a
 * call's body is still coming, its place in the address's share is free for others. It keeps its place in the
 * player's share, which delays nobody else and bounds the memory for bodies.
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
    // A call that waits here must not use up the places that all players of its address share.
    if (by === 'unknown-token') ofWork.push(await enter(byUnknownToken, name, request, reply));
    ofWork.push(await enter(byAddress, countedAddress(request), request, reply));
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    const places: Places = { caller: callerOf(request, sign), ofPlayer: [], ofWork: [] };
    placesOf.set(request, places);
    // This frees the places even if a failure could not be answered with a refusal.
    reply.raw.once('finish', () => leaveAll(places));
    const { by, name } = places.caller;
    if (by === 'player') places.ofPlayer.push(await enter(byPlayer, name, request, reply));
    await beginWork(places, request, reply);
  });
  app.addHook('preParsing', async (request) => {
    // If the sender has gone, its body neither arrives nor fails.
    if (request.raw.destroyed) throw nobodyThere();
    if (hasBody(request.raw)) leave(placesOf.get(request)?.ofWork ?? []);
  });
  app.addHook('preValidation', async (request, reply) => {
    const places = placesOf.get(request);
    if (places !== undefined && hasBody(request.raw)) await beginWork(places, request, reply);
  });
  // Each reply and each refusal passes here, even if nobody is left to read it.
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

/** Waits for a place. Throws Refusal if the queue is full or the caller has hung up. */
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

/** A refusal that nobody reads; it only ends the call. */
const nobodyThere = () => tooOften(1);

type Queues = { enter: (key: string, caller?: EventEmitter) => Promise<() => void> };

/**
 * Keeps a queue for each key while it has callers. A caller that hangs up leaves the queue at once and is
 * refused. The library's bulkhead would keep that caller's place until its turn.
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
        // A call that ends hands its place over.
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

/**
 * Browsers and proxies wait for a reply before they ask again, so no honest client has more unanswered
 * calls than this.
 */
const UNANSWERED_PER_CONNECTION = 16;

/**
 * Makes the server, which limits the unanswered calls of each connection. A connection that sends calls
 * without end is cut before they are looked at.
 */
export const openServer: FastifyServerFactory = (handler, options) => {
  const server = createServer(options.http ?? {}, bounded(handler));
  // The framework sets the same on a server that it makes itself.
  server.keepAliveTimeout = Number(options.keepAliveTimeout);
  server.requestTimeout = Number(options.requestTimeout);
  return server;
};

function bounded(handler: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, reply) => {
    const { socket } = request;
    // Calls that were read before the connection was cut still arrive here.
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

/** How long running calls have to end once the app closes. A provider may take as long. */
const CALLS_END_WITHIN_MS = 10_000;

/**
 * Ends connections when the app closes. Node waits for each connection, so one that is kept alive, silent,
 * half sent or not read would delay the end for minutes.
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
    // Browsers open connections before their first call.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CALLS_END_WITHIN_MS).unref();
  });
  // A connection that is busy now is closed once its reply is sent.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
