import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Paths that only the network answers: they are neither served from here nor stored. */
const NETWORK_ONLY = [
  /^\/api\//,
  /^\/he\.php/,
  /^\/sandbox\//,
  /^\/mobile-money\//,
  /^\/bank-listing\//,
  /^\/(healthz|readyz|metrics)$/,
];

/** Precaches the shell, the route chunks, category art and icons; navigations get the shell. */
export function serveShell(files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files, { cleanURLs: false });
  cleanupOutdatedCaches();
  // The very first visit is played through the worker as well: its line may drop too.
  clientsClaim();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NETWORK_ONLY }),
  );
}
