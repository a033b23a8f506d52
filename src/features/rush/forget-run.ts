import { RUSH_KEY } from '../../config/storage-keys.ts';
import { keptText } from '../../lib/kept.ts';

/** Forgets the run that this phone keeps, because its player has signed out or its end is known. */
export const forgetRun = keptText('localStorage', RUSH_KEY).forget;
