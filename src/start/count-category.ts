import { putCategoryPlay } from '../contract/endpoints/category-plays.ts';
import { newKey } from '../lib/new-key.ts';
import { playerCall } from '../session/player-call.ts';

/** Counts how popular a category is: fire and forget (game.md#categories). */
export function countCategory(categoryId: string): void {
  playerCall(putCategoryPlay, { params: { categoryId }, key: newKey() }).catch(() => undefined);
}
