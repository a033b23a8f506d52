import { getCategories } from '../../../contract/endpoints/categories.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** What the categories are called, by id; those that are no longer played too. */
export const categoryNamesQuery = savedQuery({
  queryKey: ['category-names'],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const { data } = await playerCall(getCategories, { query: { page: '1', size: '100' }, signal });
    return Object.fromEntries(data.map(({ id, name }) => [id, name]));
  },
});
