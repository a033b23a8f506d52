import { VIBRATION_KEY } from '../config/storage-keys.ts';
import { keptChoice } from './kept-choice.ts';

/** What is felt, in milliseconds: on, off, on … */
const PATTERNS = { right: [40], wrong: [40, 60, 40], tick: [20] };

const choice = keptChoice(VIBRATION_KEY);

/** Whether this browser can vibrate at all: those of Apple cannot. */
export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function';
}

/** Whether the player allows vibration on this phone; off until they do (game.md#sound-and-vibration). */
export const isVibrationOn = choice.isOn;

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export const chooseVibration = choice.choose;

/** Whether vibration was ever turned on or off here: it is offered where it was not. */
export const isVibrationChosen = choice.isMade;

/** A soft vibration for an answer or one of the last seconds, where it can be and is allowed. */
export function vibrate(what: keyof typeof PATTERNS): void {
  if (canVibrate() && isVibrationOn()) navigator.vibrate(PATTERNS[what]);
}
