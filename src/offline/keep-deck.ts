import { DECK_DB } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';
import { fetchesLittle } from '../lib/saves-data.ts';
import { notedDeck } from './noted-deck.ts';

/** The address of this build's deck: see scripts/lib/build.ts. */
declare const DECK_URL: string;

const KEPT = 'deck';

const decks = phoneStore<unknown>(DECK_DB, 'decks');

/** The deck of a phone that would not keep it: it lives as long as the page. */
let unkept: unknown;

/**
 * Fetches the deck unless this build's is there (the browser may have taken it away) or little is to be fetched (offline.md#save-data); gives
 * whether one is on the phone then. Never throws.
 */
export async function keepDeck(): Promise<boolean> {
  const noted = notedDeck.get();
  // A phone that refuses to answer may have it.
  const isHere = noted !== null && (await decks.readAll())?.length !== 0;
  if ((isHere && noted === DECK_URL) || fetchesLittle()) return isHere;
  return (await fetchDeck()) || isHere;
}

/** Fetches this build's deck now and keeps it; gives whether it came. Never throws. */
export async function fetchDeck(): Promise<boolean> {
  try {
    const reply = await fetch(DECK_URL);
    if (!reply.ok) return false;
    unkept = await reply.json();
    if (await decks.write(KEPT, unkept)) notedDeck.set(DECK_URL);
  } catch {}
  return unkept !== undefined;
}

/** The deck as it was fetched, to be parsed; `undefined` for none. */
export function readDeck(): Promise<unknown> {
  return unkept === undefined ? decks.read(KEPT) : Promise.resolve(unkept);
}
