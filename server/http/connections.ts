import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';

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
    // Of what had been read when it was cut the rest still comes.
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
