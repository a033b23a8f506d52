import { categoriesReplySchema } from '../../../contract/categories.ts';
import { doneReplySchema } from '../../../contract/rounds.ts';
import { newKey } from '../../../lib/new-key.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';

/** `GET /categories`: the active ones only (gameplay §7). */
export const categoriesQuery = savedQuery({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => {
    const { data } = await playerCall({
      method: 'get',
      path: 'categories',
      query: { page: 1, size: 100 },
      reply: categoriesReplySchema,
      signal,
    });
    return data.filter((category) => category.isActive);
  },
  meta: { failure: 'Failed to load categories' },
});

/** `PUT /categories/play/{id}` counts how popular a category is: fire and forget (decision 42). */
export function countCategory(categoryId: string): void {
  playerCall({
    method: 'put',
    path: `categories/play/${encodeURIComponent(categoryId)}`,
    reply: doneReplySchema,
    key: newKey(),
  }).catch(() => undefined);
}
