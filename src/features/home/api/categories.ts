import { getCategories, putCategoryPlay } from '../../../contract/endpoints/categories.ts';
import { newKey } from '../../../lib/new-key.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** `GET /categories`: the active ones only (game.md#categories). */
export const categoriesQuery = savedQuery({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => {
    const { data } = await playerCall(getCategories, { query: { page: '1', size: '100' }, signal });
    return data.filter((category) => category.isActive);
  },
  meta: { failure: 'Failed to load categories' },
});

/** Counts how popular a category is: fire and forget (game.md#categories). */
export function countCategory(categoryId: string): void {
  playerCall(putCategoryPlay, { params: { categoryId }, key: newKey() }).catch(() => undefined);
}
