import { RUSH_KEY } from '../../config/storage-keys.ts';

/** Forgets the run that this phone keeps: its player has signed out, or its end is told. */
export function forgetRun(): void {
  try {
    localStorage.removeItem(RUSH_KEY);
  } catch {}
}
