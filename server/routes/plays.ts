import { dailyPlaysReplySchema, doneReplySchema } from '../../src/contract/rounds.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import type { Game } from '../game.ts';
import { callOf, once } from '../idempotency.ts';
import { countPlays, reducePlay } from '../rounds/plays.ts';
import type { App } from '../validation.ts';

/** A player's plays of the day (gameplay §4 and §7). */
export function playRoutes(app: App, game: Game): void {
  const { db, now } = game;
  const onRequest = signedIn(game);

  app.get(
    '/user/reduce-play',
    { onRequest, schema: { response: { 200: doneReplySchema } } },
    async (request) => {
      const { playerId } = sessionOf(request);
      return once(game, callOf(request, `player ${playerId}`), async (trx) => {
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
