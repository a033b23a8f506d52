import { pageClock } from './clock.ts';
import type { Sound } from './loudspeaker.ts';
import { isSoundOn } from './sound.ts';

/** A file of its own: sounds are off until the player turns them on. */
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
