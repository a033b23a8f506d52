// Part of the first load: a phone on 2G waits for every byte of this file (npm run budget).
import { atom } from 'jotai';
import { DECK_KEY } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';

/** The address from which the phone's deck was fetched. */
export const notedDeck = keptText('localStorage', DECK_KEY);

/** Whether the phone has a deck, by its noted address and without reading it (game.md#deck). */
export const hasDeckAtom = atom(notedDeck.get() !== null);
