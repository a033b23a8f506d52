import type { Endpoint } from '../endpoint.ts';
import { doneReplySchema } from '../points.ts';

/** Counts one play of a category. The client does not wait for the reply. */
export const putCategoryPlay = {
  method: 'PUT',
  path: '/categories/play/:categoryId',
  who: 'player',
  effect: 'keyed',
  reply: doneReplySchema,
  codes: ['category/unknown'],
} as const satisfies Endpoint;
