import type { RouteHandlerMethod } from 'fastify';
import { sql } from 'kysely';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';

/** Whether the process and its database are there, and what the network says of a phone. */
export function healthRoutes(app: App, services: Services): void {
  const probe = (url: string, handler: RouteHandlerMethod) => {
    // Load balancers ask either way, and some end every address with a slash.
    const method = ['GET', 'HEAD'];
    app.route({ method, url, handler });
    app.route({ method, url: `${url}/`, handler });
  };

  probe('/healthz', async () => ({ status: 'ok' }));

  probe('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(services.db);
      return { status: 'ok' };
    } catch (err) {
      request.log.warn({ err }, 'the database cannot be asked');
      reply.code(503);
      return { status: 'unavailable' };
    }
  });

  // Stands in for the operator's gateway, which would say which number a phone calls from: with a
  // real operator there is nothing to stand in for.
  const { billingUrl, sandboxMsisdn } = services.config;
  app.get('/he.php', async () => ({ msisdn: billingUrl === null ? sandboxMsisdn : null }));
}
