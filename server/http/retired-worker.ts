import type { App } from './validation.ts';

/** Takes the offline copy and itself away; pages that are open go on, and come from the network next time. */
export const RETIRED_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(retire()));
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** Serves, in the worker's place, one that removes it (operations.md#the-service-worker). */
export function retireWorker(app: App): void {
  app.get('/sw.js', (_request, reply) => {
    reply.helmet();
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache');
    return reply.send(RETIRED_WORKER);
  });
}
