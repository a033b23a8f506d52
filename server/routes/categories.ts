import { sql } from 'kysely';
import * as v from 'valibot';
import { categoriesReplySchema, pageQuerySchema } from '../../src/contract/categories.ts';
import { doneReplySchema } from '../../src/contract/rounds.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { Refusal } from '../errors.ts';
import type { Game } from '../game.ts';
import { callOf, once } from '../idempotency.ts';
import type { App } from '../validation.ts';

/** The categories, and counting how popular each is (gameplay §7, decision 42). */
export function categoryRoutes(app: App, game: Game): void {
  const onRequest = signedIn(game);

  app.get(
    '/categories',
    {
      onRequest,
      schema: { querystring: pageQuerySchema, response: { 200: categoriesReplySchema } },
    },
    async ({ query }) => {
      const size = Number(query.size);
      const start = (Number(query.page) - 1) * size;
      return { status: true, data: game.bank.categories.slice(Math.max(0, start), start + size) };
    },
  );

  app.put(
    '/categories/play/:categoryId',
    {
      onRequest,
      schema: { params: v.object({ categoryId: v.string() }), response: { 200: doneReplySchema } },
    },
    async (request) => {
      const { categoryId } = request.params;
      requireCategory(game, categoryId);
      return once(game, callOf(request, `player ${sessionOf(request).playerId}`), async (trx) => {
        await trx
          .insertInto('category_plays')
          .values({ category_id: categoryId, plays: 1 })
          .onConflict((conflict) =>
            conflict.column('category_id').doUpdateSet({ plays: sql`category_plays.plays + 1` }),
          )
          .execute();
        return { status: true, data: null };
      });
    },
  );
}

/** Refuses a category that is unknown or not active. */
export function requireCategory(game: Game, categoryId: string): void {
  const isOffered = game.bank.categories.some(({ id, isActive }) => id === categoryId && isActive);
  if (!isOffered) throw new Refusal(404, 'category/unknown', 'This category is not on offer');
}
