import { playSound } from './play-sound.ts';
import { vibrate } from './vibrate.ts';

/**
 * Has the player feel and hear how an answer went, or that one of the last seconds begins, as far as
 * they allow it (game.md#sound-and-vibration).
 */
export function feel(what: 'right' | 'wrong' | 'tick'): void {
  vibrate(what);
  playSound(what);
}
