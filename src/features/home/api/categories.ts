import { getCategories } from '../../../contract/endpoints/categories.ts';
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
