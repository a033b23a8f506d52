import { VIBRATION_KEY } from '../config/storage-keys.ts';

/** What an answer feels like, in milliseconds: on, off, on … */
const PATTERNS = { right: [40], wrong: [40, 60, 40] };

/** The choice of a phone that would not keep it: it lives as long as the page. */
let unsaved: boolean | null = null;

/** Whether this browser can vibrate at all: those of Apple cannot. */
export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function';
}

/** Whether the player allows vibration on this phone; off until they do. */
export function isVibrationOn(): boolean {
  if (unsaved !== null) return unsaved;
  try {
    return localStorage.getItem(VIBRATION_KEY) === 'on';
  } catch {
    return false;
  }
}

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export function chooseVibration(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(VIBRATION_KEY, 'on');
    else localStorage.removeItem(VIBRATION_KEY);
    unsaved = null;
  } catch {
    unsaved = isOn;
  }
}

/** A soft vibration for a right or a wrong answer, where it can be and the player allows it. */
export function vibrate(outcome: keyof typeof PATTERNS): void {
  if (canVibrate() && isVibrationOn()) navigator.vibrate(PATTERNS[outcome]);
}
