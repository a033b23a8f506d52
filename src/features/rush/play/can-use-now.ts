import { type PowerUp, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { type Game, isClosed } from '../run/game.ts';

/** Whether a power-up is left at this level: each once a run, Skip not at the last one (game.md#power-ups). */
export function isLeft({ used, ended, level }: Game, powerUp: PowerUp): boolean {
  if (used[powerUp] !== undefined || ended) return false;
  return powerUp !== 'skip' || level !== RUSH_QUESTIONS;
}

/** Whether it can be used now: nothing else is on its way, and no verdict is seen. */
export function canUseNow(game: Game, powerUp: PowerUp): boolean {
  return isLeft(game, powerUp) && !isClosed(game);
}
