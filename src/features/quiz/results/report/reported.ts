import { atom } from 'jotai';

/** The questions that were reported in this visit. */
export const reportedAtom = atom<readonly string[]>([]);
