import { atom } from 'jotai';

/** How the player installs the app; `null` where that is done already, or not known to be possible. */
export const installAtom = atom<{ start: () => void } | null>(null);
