import { SOUND_KEY } from '../config/storage-keys.ts';

const APPLAUSE_URL = '/sounds/applause.wav';

/** The choice of a phone that would not keep it: it lives as long as the page. */
let unsaved: boolean | null = null;

/** Whether the player allows sounds on this phone; off until they do. */
export function isSoundOn(): boolean {
  if (unsaved !== null) return unsaved;
  try {
    return localStorage.getItem(SOUND_KEY) === 'on';
  } catch {
    return false;
  }
}

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export function chooseSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(SOUND_KEY, 'on');
    else localStorage.removeItem(SOUND_KEY);
    unsaved = null;
  } catch {
    unsaved = isOn;
  }
}

/** Applause, fetched only now, where the player allows sounds; without a line it stays still. */
export function playApplause(): void {
  if (!isSoundOn()) return;
  void new Audio(APPLAUSE_URL).play().catch(() => undefined);
}
