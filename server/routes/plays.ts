import { getDailyPlays, getReducePlay } from '../../src/contract/endpoints/rounds.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { readDay, reducePlay } from '../rounds/plays.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** A player's plays of the day, and days in a row (game.md#daily-plays). */
export function playRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, getReducePlay, async (request) => {
    const { playerId } = request.session;
    return once(services, callOf(request, `player ${playerId}`), async (trx) => {
      await reducePlay(trx, playerId, now());
      return { status: true, data: null };
    });
  });

  route(app, getDailyPlays, async ({ session: { playerId } }) => {
    const { plays, streak } = await readDay(db, playerId, now());
    return { status: true, data: { count: plays, streak } };
  });
}
