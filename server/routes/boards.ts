import {
  getLastRushBoard,
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getWeeklyBoard,
} from '../../src/contract/endpoints/boards.ts';
import type { PlayerSession } from '../accounts/sessions.ts';
import { pointsOfTier } from '../boards/boards.ts';
import { type BoardAsk, readBoard } from '../boards/read.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

type Board = Pick<BoardAsk, 'board' | 'which' | 'range'>;

/** The boards (game.md#boards). */
export function boardRoutes(app: App, services: Services): void {
  const { ranking, now, tierParts } = services;
  const read = ({ playerId, pool }: PlayerSession, board: Board) =>
    readBoard(ranking, { ...board, playerId, pool, at: now() });

  const serve = (
    endpoint: typeof getWeeklyBoard | typeof getLastWeekBoard | typeof getMonthlyBoard,
    board: Board,
  ) => route(app, endpoint, ({ session }) => read(session, board));
  serve(getWeeklyBoard, { board: 'weekly', which: 'current' });
  serve(getLastWeekBoard, { board: 'weekly', which: 'previous' });
  serve(getMonthlyBoard, { board: 'monthly', which: 'current' });

  /** These take a tier. */
  const serveTiers = (endpoint: typeof getRushBoard | typeof getLastRushBoard, board: Board) =>
    route(app, endpoint, async ({ session, query: { tier } }) => {
      const range = tier === undefined ? {} : { range: pointsOfTier(tier) };
      const { meta, ...reply } = await read(session, { ...board, ...range });
      return { ...reply, meta: { ...meta, tierParts: await tierParts(session.pool, board.which) } };
    });
  serveTiers(getRushBoard, { board: 'rush', which: 'current' });
  serveTiers(getLastRushBoard, { board: 'rush', which: 'previous' });
}
