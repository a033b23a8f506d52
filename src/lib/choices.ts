import { SOUND_KEY, VIBRATION_KEY } from '../config/storage-keys.ts';
import { keptText } from './kept.ts';

/** A choice between on and off that this phone keeps. It is off until somebody turns it on. */
function keptChoice(key: string) {
  const { get, set } = keptText('localStorage', key);
  return {
    isOn: () => get() === 'on',
    /** Whether anybody has chosen on or off yet. */
    isMade: () => get() !== null,
    choose(isOn: boolean): void {
      set(isOn ? 'on' : 'off');
    },
  };
}

const sound = keptChoice(SOUND_KEY);

/** Whether the player allows sounds on this phone (game.md#sound-and-vibration). */
export const isSoundOn = sound.isOn;

/** Keeps the player's choice on this phone, without who they are. A sign-out leaves it. */
export const chooseSound = sound.choose;

/** Whether sound was ever turned on or off on this phone. If not, the app offers to turn it on. */
export const isSoundChosen = sound.isMade;

/** The vibrations as milliseconds in turn: vibrate, pause, vibrate. */
const PATTERNS = { right: [40], wrong: [40, 60, 40], tick: [20] };

const vibration = keptChoice(VIBRATION_KEY);

/** Whether this browser can vibrate at all. Apple's browsers cannot. */
export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function';
}

/** Whether the player allows vibration on this phone (game.md#sound-and-vibration). */
export const isVibrationOn = vibration.isOn;

/** Keeps the player's choice on this phone, without who they are. A sign-out leaves it. */
export const chooseVibration = vibration.choose;

/** Whether vibration was ever turned on or off on this phone. If not, the app offers to turn it on. */
export const isVibrationChosen = vibration.isMade;

/**
 * Vibrates softly for an answer or one of the last seconds, where the phone can and the player allows
 * it.
 */
export function vibrate(what: keyof typeof PATTERNS): void {
  if (canVibrate() && isVibrationOn()) navigator.vibrate(PATTERNS[what]);
}
