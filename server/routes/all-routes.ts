import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { boardRoutes } from './boards.ts';
import { campaignRoutes } from './campaigns.ts';
import { categoryRoutes } from './categories.ts';
import { contactRoutes } from './contact.ts';
import { healthRoutes } from './health.ts';
import { playRoutes } from './plays.ts';
import { pointRoutes } from './points.ts';
import { questionRoutes } from './questions.ts';
import { sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { userRoutes } from './users.ts';

/** Every call of the API, and the process's own. */
export async function allRoutes(app: App, services: Services): Promise<void> {
  healthRoutes(app, services);
  await app.register(
    async (api: App) => {
      userRoutes(api, services);
      sessionRoutes(api, services);
      subscriptionRoutes(api, services);
      categoryRoutes(api, services);
      questionRoutes(api, services);
      playRoutes(api, services);
      pointRoutes(api, services);
      boardRoutes(api, services);
      campaignRoutes(api, services);
    },
    { prefix: '/api/v2' },
  );
  await app.register(async (api: App) => contactRoutes(api, services), { prefix: '/api/v1' });
}
