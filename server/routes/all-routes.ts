import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { billingRoutes } from './billing.ts';
import { boardRoutes } from './boards.ts';
import { campaignRoutes } from './campaigns.ts';
import { cardRoutes } from './card.ts';
import { cardWebhook } from './card-webhook.ts';
import { categoryRoutes } from './categories.ts';
import { contactRoutes } from './contact.ts';
import { docsRoutes } from './docs.ts';
import { healthRoutes } from './health.ts';
import { metricsRoute } from './metrics.ts';
import { miscRoutes } from './misc.ts';
import { mobileMoneyRoutes } from './mobile-money.ts';
import { playRoutes } from './plays.ts';
import { pointRoutes } from './points.ts';
import { questionRoutes } from './questions.ts';
import { sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { userRoutes } from './users.ts';
import { walletHintRoutes } from './wallet-hint.ts';

/** Every call of the API, and the process's own. */
export function allRoutes(app: App, services: Services): void {
  healthRoutes(app, services);
  metricsRoute(app, services);
  userRoutes(app, services);
  sessionRoutes(app, services);
  subscriptionRoutes(app, services);
  billingRoutes(app, services);
  miscRoutes(app, services);
  cardRoutes(app, services);
  cardWebhook(app, services);
  mobileMoneyRoutes(app, services);
  walletHintRoutes(app, services);
  categoryRoutes(app, services);
  questionRoutes(app, services);
  playRoutes(app, services);
  pointRoutes(app, services);
  boardRoutes(app, services);
  campaignRoutes(app, services);
  contactRoutes(app, services);
  docsRoutes(app, services);
}
