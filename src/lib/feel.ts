import { isSoundOn, vibrate } from './choices.ts';
import { pageClock } from './clock.ts';
import type { Sound } from './loudspeaker.ts';

/**
 * Has the player feel and hear how an answer went, or that one of the last seconds begins, as far as
 * they allow it (game.md#sound-and-vibration).
 */
export function feel(what: 'right' | 'wrong' | 'tick'): void {
  vibrate(what);
  playSound(what);
}

/** A chunk of its own: sounds are off until the player turns them on. */
const loudspeaker = () => import('./loudspeaker.ts');

/** Plays a sound where the player allows sounds and sees the page (game.md#sound-and-vibration). */
export function playSound(sound: Sound): void {
  if (!isSoundOn() || document.hidden) return;
  const askedAt = pageClock();
  void loudspeaker().then(
    ({ play }) => play(sound, askedAt),
    () => undefined,
  );
}

/** Applause, where the player allows sounds and sees the page. */
export function playApplause(): void {
  if (!isSoundOn() || document.hidden) return;
  void loudspeaker().then(
    ({ applaud }) => applaud(),
    () => undefined,
  );
}
