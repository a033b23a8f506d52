import { sql } from 'kysely';
import type { Game } from '../game.ts';
import type { App } from '../validation.ts';

/** Whether the process and its database are there, and what the network says of a phone. */
export function healthRoutes(app: App, game: Game): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(game.db);
      return { status: 'ok' };
    } catch {
      reply.code(503);
      return { status: 'unavailable' };
    }
  });

  // Stands in for the operator's gateway, which would say which number a phone calls from: with a
  // real operator there is nothing to stand in for.
  const { billingUrl, sandboxMsisdn } = game.config;
  app.get('/he.php', async () => ({ msisdn: billingUrl === null ? sandboxMsisdn : null }));
}
