import { RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import type { Game } from '../run/game.ts';

/** How a level of the ladder looks: behind the player, at them, the last one, or still to come. */
export function rungLook({ level: now, used, shown }: Game, level: number) {
  if (used.skip === level) return 'skipped';
  if (level < now || (level === now && shown?.isRight)) return 'done';
  if (level === now) return 'now';
  return level === RUSH_QUESTIONS ? 'last' : 'ahead';
}
