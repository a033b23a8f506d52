import { boardReplySchema, tierQuerySchema } from '../../src/contract/boards.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { pointsOfTier } from '../boards/boards.ts';
import { type BoardAsk, readBoard } from '../boards/read.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';

type Board = { path: string } & Pick<BoardAsk, 'board' | 'which'>;

const BOARDS: readonly Board[] = [
  { path: '/points', board: 'weekly', which: 'current' },
  { path: '/points/leaderboard/last-week', board: 'weekly', which: 'previous' },
  { path: '/points/monthly', board: 'monthly', which: 'current' },
];

/** These take a tier. */
const RUSH_BOARDS: readonly Board[] = [
  { path: '/points/tournament/leaderboard', board: 'rush', which: 'current' },
  { path: '/points/tournament/yesterday-players', board: 'rush', which: 'previous' },
];

/** The boards (gameplay §7; contract, boards). */
export function boardRoutes(app: App, services: Services): void {
  const { db, ranking, now } = services;
  const onRequest = signedIn(services);
  const response = { 200: boardReplySchema };

  for (const { path, ...ask } of BOARDS) {
    app.get(path, { onRequest, schema: { response } }, async (request) => {
      const { playerId } = sessionOf(request);
      return readBoard(db, ranking, { ...ask, playerId, at: now() });
    });
  }
  for (const { path, ...ask } of RUSH_BOARDS) {
    const schema = { querystring: tierQuerySchema, response };
    app.get(path, { onRequest, schema }, async (request) => {
      const { playerId } = sessionOf(request);
      const { tier } = request.query;
      const range = tier === undefined ? {} : { range: pointsOfTier(tier) };
      return readBoard(db, ranking, { ...ask, ...range, playerId, at: now() });
    });
  }
}
