import { atom } from 'jotai';

/** Starts the installation of the app; `null` if the app is installed, or no way to install it is known. */
export const installAtom = atom<{ start: () => void } | null>(null);
