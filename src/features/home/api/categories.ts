import { savedQuery } from '../../../offline/query-persister.ts';
import { askCategories } from '../../../start/ask-categories.ts';

/** `GET /categories`: the active ones only (game.md#categories). */
export const categoriesQuery = savedQuery({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => {
    const { data } = await askCategories(signal);
    return data.filter((category) => category.isActive);
  },
  meta: { failure: 'Failed to load categories' },
});
