import { atom } from 'jotai';
import type { SavedRound } from './store.ts';

/** The round being played on this page; its copy on the phone follows each step. */
export const roundAtom = atom<SavedRound | null>(null);
