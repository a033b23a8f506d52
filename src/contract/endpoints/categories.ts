import { categoriesReplySchema, pageQuerySchema } from '../categories.ts';
import type { Endpoint } from '../endpoint.ts';

/** The categories. */
export const getCategories = {
  method: 'GET',
  path: '/categories',
  who: 'player',
  effect: 'safe',
  query: pageQuerySchema,
  reply: categoriesReplySchema,
} as const satisfies Endpoint;
