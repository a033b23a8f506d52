import { type PowerUp, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { type Game, isClosed } from '../run/game.ts';

/**
 * Whether a power-up can be used: each once a run, Skip not at the last level (game.md#power-ups).
 * `ever`: at this level at all, whatever is on its way just now.
 */
export function canUseNow(game: Game, powerUp: PowerUp, ever = false): boolean {
  if (game.used[powerUp] !== undefined || game.ended) return false;
  if (powerUp === 'skip' && game.level === RUSH_QUESTIONS) return false;
  return ever || !isClosed(game);
}
