import type { Folders } from '../http/assets.ts';
import { noteReceipt } from '../http/bodies.ts';
import type { App } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { metricsRoute } from './metrics.ts';
import { miscRoutes } from './misc.ts';
import { paymentRoutes } from './payments.ts';
import { prizeRoutes } from './prizes.ts';
import { proofRoutes } from './proof.ts';
import { roundRoutes } from './rounds.ts';
import { rushRoutes } from './rush.ts';
import { userRoutes } from './users.ts';

/** The modules that answer the API, and the process's own calls. */
const ROUTES = [
  metricsRoute,
  miscRoutes,
  userRoutes,
  roundRoutes,
  rushRoutes,
  proofRoutes,
  prizeRoutes,
  paymentRoutes,
];

/** Mounts every call of the API, and the process's own calls. */
export function allRoutes(app: App, services: Services, folders: Folders): void {
  noteReceipt(app, services.now);
  for (const mount of ROUTES) mount(app, services, folders);
}
