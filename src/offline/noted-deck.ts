// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { atom } from 'jotai';
import { DECK_KEY } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';

/** The address that the phone's deck came from. */
export const notedDeck = keptText('localStorage', DECK_KEY);

/** Whether a deck is on the phone, as far as is known without reading it (game.md#deck). */
export const hasDeckAtom = atom(notedDeck.get() !== null);
