import { boardReplySchema, tierQuerySchema, userPointsReplySchema } from '../boards.ts';
import type { Endpoint } from '../endpoint.ts';

const BOARD = { method: 'GET', who: 'player', effect: 'safe', reply: boardReplySchema } as const;

/** The player's points of this week. */
export const getUserPoints = {
  method: 'GET',
  path: '/points/user-points',
  who: 'player',
  effect: 'safe',
  reply: userPointsReplySchema,
} as const satisfies Endpoint;

/** The board of this week. */
export const getWeeklyBoard = { ...BOARD, path: '/points' } as const satisfies Endpoint;

/** The board of last week. */
export const getLastWeekBoard = {
  ...BOARD,
  path: '/points/leaderboard/last-week',
} as const satisfies Endpoint;

/** The board of this month. */
export const getMonthlyBoard = { ...BOARD, path: '/points/monthly' } as const satisfies Endpoint;

/** The tournament's board of today, or one tier of it. */
export const getRushBoard = {
  ...BOARD,
  path: '/points/tournament/leaderboard',
  query: tierQuerySchema,
} as const satisfies Endpoint;

/** The tournament's board of yesterday, or one tier of it. */
export const getLastRushBoard = {
  ...BOARD,
  path: '/points/tournament/yesterday-players',
  query: tierQuerySchema,
} as const satisfies Endpoint;
