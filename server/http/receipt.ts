import type { App } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When all of the call had come in, in epoch milliseconds. */
    receivedAt: number;
  }
}

/** Notes when each call came in: whatever it waits for after that is not the player's time. */
export function noteReceipt(app: App, now: () => number): void {
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    request.receivedAt = now();
    // What was sent at once is whole by then; what is kept back behind its head is still being thought about.
    setImmediate(() => {
      if (raw.complete) return;
      raw.prependOnceListener('end', () => {
        request.receivedAt = now();
      });
    });
  });
}
