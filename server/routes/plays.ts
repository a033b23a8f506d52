import { dailyPlaysReplySchema, doneReplySchema } from '../../src/contract/rounds.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { countPlays, reducePlay } from '../rounds/plays.ts';
import type { Services } from '../services.ts';

/** A player's plays of the day (gameplay §4 and §7). */
export function playRoutes(app: App, services: Services): void {
  const { db, now } = services;
  const onRequest = signedIn(services);

  app.get(
    '/user/reduce-play',
    { onRequest, schema: { response: { 200: doneReplySchema } } },
    async (request) => {
      const { playerId } = sessionOf(request);
      return once(services, callOf(request, `player ${playerId}`), async (trx) => {
        await reducePlay(trx, playerId, now());
        return { status: true, data: null };
      });
    },
  );

  app.get(
    '/user/dailyplays',
    { onRequest, schema: { response: { 200: dailyPlaysReplySchema } } },
    async (request) => {
      const { playerId } = sessionOf(request);
      return { status: true, data: { count: await countPlays(db, playerId, now()) } };
    },
  );
}
