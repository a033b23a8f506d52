import { isSoundOn, vibrate } from './choices.ts';
import { pageClock } from './clock.ts';
import type { Sound } from './loudspeaker.ts';

/**
 * Vibrates and plays a sound for an answer or for one of the last seconds, as far as the player allows
 * it (game.md#sound-and-vibration).
 */
export function feel(what: 'right' | 'wrong' | 'tick'): void {
  vibrate(what);
  playSound(what);
}

/** Loads the sounds from a chunk of their own, because sounds are off until the player turns them on. */
const loudspeaker = () => import('./loudspeaker.ts');

/** Plays a sound if the player allows sounds and the page is visible (game.md#sound-and-vibration). */
export function playSound(sound: Sound): void {
  if (!isSoundOn() || document.hidden) return;
  const askedAt = pageClock();
  void loudspeaker().then(
    ({ play }) => play(sound, askedAt),
    () => undefined,
  );
}

/** Plays applause if the player allows sounds and the page is visible. */
export function playApplause(): void {
  if (!isSoundOn() || document.hidden) return;
  void loudspeaker().then(
    ({ applaud }) => applaud(),
    () => undefined,
  );
}
