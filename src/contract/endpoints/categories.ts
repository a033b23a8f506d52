import { categoriesReplySchema, pageQuerySchema } from '../categories.ts';
import type { Endpoint } from '../endpoint.ts';
import { doneReplySchema } from '../rounds.ts';

/** The categories. */
export const getCategories = {
  method: 'GET',
  path: '/categories',
  who: 'player',
  effect: 'safe',
  query: pageQuerySchema,
  reply: categoriesReplySchema,
} as const satisfies Endpoint;

/** Counts that a category is played: fire and forget. */
export const putCategoryPlay = {
  method: 'PUT',
  path: '/categories/play/:categoryId',
  who: 'player',
  effect: 'keyed',
  reply: doneReplySchema,
  codes: ['category/unknown'],
} as const satisfies Endpoint;
