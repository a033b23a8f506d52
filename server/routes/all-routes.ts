import { noteReceipt } from '../http/idempotency.ts';
import type { App } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { metricsRoute } from './metrics.ts';
import { campaignRoutes, contactRoutes, docsRoutes, healthRoutes, miscRoutes } from './misc.ts';
import {
  billingRoutes,
  cardRoutes,
  cardWebhook,
  mobileMoneyRoutes,
  subscriptionRoutes,
  walletHintRoutes,
} from './payments.ts';
import { bankRoutes, boardRoutes, payoutRoutes, raffleRoutes } from './prizes.ts';
import { categoryRoutes, playRoutes, pointRoutes, questionRoutes } from './rounds.ts';
import { proofRoutes, rushRoutes, rushTicketRoutes } from './rush.ts';
import { myDataRoutes, pictureRoutes, profileRoutes, sessionRoutes, userRoutes } from './users.ts';

/** Every call of the API, and the process's own. */
export function allRoutes(app: App, services: Services): void {
  noteReceipt(app, services.now);
  healthRoutes(app, services);
  metricsRoute(app, services);
  userRoutes(app, services);
  profileRoutes(app, services);
  myDataRoutes(app, services);
  pictureRoutes(app, services);
  sessionRoutes(app, services);
  subscriptionRoutes(app, services);
  billingRoutes(app, services);
  miscRoutes(app, services);
  cardRoutes(app, services);
  cardWebhook(app, services);
  mobileMoneyRoutes(app, services);
  rushTicketRoutes(app, services);
  walletHintRoutes(app, services);
  bankRoutes(app, services);
  payoutRoutes(app, services);
  categoryRoutes(app, services);
  questionRoutes(app, services);
  playRoutes(app, services);
  pointRoutes(app, services);
  rushRoutes(app, services);
  proofRoutes(app, services);
  boardRoutes(app, services);
  raffleRoutes(app, services);
  campaignRoutes(app, services);
  contactRoutes(app, services);
  docsRoutes(app, services);
}
