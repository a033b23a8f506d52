import { SOUND_KEY, VIBRATION_KEY } from '../config/storage-keys.ts';
import { keptText } from './kept.ts';

/** A choice between on and off that this phone keeps: off until somebody turns it on. */
function keptChoice(key: string) {
  const { get, set } = keptText('localStorage', key);
  return {
    isOn: () => get() === 'on',
    /** Whether anybody has chosen yet, either way. */
    isMade: () => get() !== null,
    choose(isOn: boolean): void {
      set(isOn ? 'on' : 'off');
    },
  };
}

const sound = keptChoice(SOUND_KEY);

/** Whether the player allows sounds on this phone; off until they do (game.md#sound-and-vibration). */
export const isSoundOn = sound.isOn;

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export const chooseSound = sound.choose;

/** Whether sound was ever turned on or off here: it is offered where it was not. */
export const isSoundChosen = sound.isMade;

/** The vibrations, in milliseconds: on, off, on … */
const PATTERNS = { right: [40], wrong: [40, 60, 40], tick: [20] };

const vibration = keptChoice(VIBRATION_KEY);

/** Whether this browser can vibrate at all: those of Apple cannot. */
export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function';
}

/** Whether the player allows vibration on this phone; off until they do (game.md#sound-and-vibration). */
export const isVibrationOn = vibration.isOn;

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export const chooseVibration = vibration.choose;

/** Whether vibration was ever turned on or off here: it is offered where it was not. */
export const isVibrationChosen = vibration.isMade;

/** A soft vibration for an answer or one of the last seconds, where it can be and is allowed. */
export function vibrate(what: keyof typeof PATTERNS): void {
  if (canVibrate() && isVibrationOn()) navigator.vibrate(PATTERNS[what]);
}
