import { DECK_DB } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';
import { fetchesLittle } from '../lib/saves-data.ts';
import { notedDeck } from './noted-deck.ts';

/** The address of this build's deck: see scripts/lib/build.ts. */
declare const DECK_URL: string;

const KEPT = 'deck';

const decks = phoneStore<unknown>(DECK_DB, 'decks');

/** The fetched deck, for a phone that cannot store it. It lasts as long as the page. */
let unkept: unknown;

/**
 * Fetches the deck, unless the phone has this build's deck or saves data (offline.md#save-data). The browser
 * may have deleted a stored deck. Gives whether the phone now has a deck. Never throws.
 */
export async function keepDeck(): Promise<boolean> {
  const noted = notedDeck.get();
  // If the phone's storage does not answer, the deck may still be there.
  const isHere = noted !== null && (await decks.readAll())?.length !== 0;
  if ((isHere && noted === DECK_URL) || fetchesLittle()) return isHere;
  return (await fetchDeck()) || isHere;
}

/** Fetches this build's deck and stores it; gives whether there is a fetched deck. Never throws. */
export async function fetchDeck(): Promise<boolean> {
  try {
    const reply = await fetch(DECK_URL);
    if (!reply.ok) return false;
    unkept = await reply.json();
    if (await decks.write(KEPT, unkept)) notedDeck.set(DECK_URL);
  } catch {}
  return unkept !== undefined;
}

/** Reads the deck as it was fetched, not parsed; `undefined` for none. */
export function readDeck(): Promise<unknown> {
  return unkept === undefined ? decks.read(KEPT) : Promise.resolve(unkept);
}
