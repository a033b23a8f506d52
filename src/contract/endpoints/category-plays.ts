import type { Endpoint } from '../endpoint.ts';
import { doneReplySchema } from '../points.ts';

/** Counts that a category is played: fire and forget. */
export const putCategoryPlay = {
  method: 'PUT',
  path: '/categories/play/:categoryId',
  who: 'player',
  effect: 'keyed',
  reply: doneReplySchema,
  codes: ['category/unknown'],
} as const satisfies Endpoint;
