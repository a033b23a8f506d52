import { sql } from 'kysely';
import { getCategories } from '../../src/contract/endpoints/categories.ts';
import { putCategoryPlay } from '../../src/contract/endpoints/category-plays.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** The categories, and counting how popular each is (game.md#categories). */
export function categoryRoutes(app: App, services: Services): void {
  route(app, getCategories, async ({ query }) => {
    const size = Number(query.size);
    const start = (Number(query.page) - 1) * size;
    return {
      status: true,
      data: services.bank.categories.slice(Math.max(0, start), start + size),
    };
  });

  route(app, putCategoryPlay, async (request) => {
    const { categoryId } = request.params;
    requireCategory(services, categoryId);
    return once(services, callOf(request, `player ${request.session.playerId}`), async (trx) => {
      await trx
        .insertInto('category_plays')
        .values({ category_id: categoryId, plays: 1 })
        .onConflict((conflict) =>
          conflict.column('category_id').doUpdateSet({ plays: sql`category_plays.plays + 1` }),
        )
        .execute();
      return { status: true, data: null };
    });
  });
}

/** Refuses a category that is unknown or not active. */
export function requireCategory(services: Services, categoryId: string): void {
  const isOffered = services.bank.categories.some(
    ({ id, isActive }) => id === categoryId && isActive,
  );
  if (!isOffered) throw new Refusal(404, 'category/unknown', 'This category is not on offer');
}
