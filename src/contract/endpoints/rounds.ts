import type { Endpoint } from '../endpoint.ts';
import {
  dailyPlaysReplySchema,
  doneReplySchema,
  questionsQuerySchema,
  questionsReplySchema,
} from '../points.ts';

/** Uses one of the day's plays for the round that is opened next. */
export const getReducePlay = {
  method: 'GET',
  path: '/user/reduce-play',
  who: 'player',
  effect: 'keyed',
  reply: doneReplySchema,
  codes: ['plays/cap-reached', 'subscription/inactive'],
} as const satisfies Endpoint;

/** The plays used today. */
export const getDailyPlays = {
  method: 'GET',
  path: '/user/dailyplays',
  who: 'player',
  effect: 'safe',
  reply: dailyPlaysReplySchema,
} as const satisfies Endpoint;

/**
 * Deals ten questions of a category and opens a round with them. The round uses a play that was
 * taken before, or takes a play now.
 */
export const getQuestions = {
  method: 'GET',
  path: '/questions/:categoryId',
  who: 'player',
  effect: 'keyed',
  query: questionsQuerySchema,
  reply: questionsReplySchema,
  codes: [
    'category/unknown',
    'plays/cap-reached',
    'round/no-play',
    'round/too-many',
    'subscription/inactive',
    'wallet/insufficient-coins',
  ],
} as const satisfies Endpoint;
