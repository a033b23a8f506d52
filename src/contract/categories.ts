import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';

/** A competition to play. `image` is a file name under the static base. */
export const categorySchema = v.object({
  id: idSchema,
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  image: v.pipe(v.string(), v.maxLength(200)),
  isActive: v.boolean(),
});

export type Category = v.InferOutput<typeof categorySchema>;

/** The reply to `GET /categories?page=1&size=100`. */
export const categoriesReplySchema = envelopeOf(rowsOf(categorySchema));

/** The query of `GET /categories` (api.md#shapes). */
const pageQuerySchema = v.object({
  page: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/)), '1'),
  size: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/)), '100'),
});

/** The categories. */
export const getCategories = {
  method: 'GET',
  path: '/categories',
  who: 'player',
  effect: 'safe',
  query: pageQuerySchema,
  reply: categoriesReplySchema,
} as const satisfies Endpoint;
