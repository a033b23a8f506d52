// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { atom } from 'jotai';
import { DECK_DB, DECK_KEY } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** Where this build's deck lies: see scripts/lib/deck-file.ts. */
declare const DECK_URL: string;

const KEPT = 'deck';

/** A copy that is not whole by then is not waited for, in milliseconds. */
const COPY_PATIENCE_MS = 20_000;

const decks = phoneStore<unknown>(DECK_DB, 'decks');

/** The deck of a phone that would not keep it: it lives as long as the page. */
let unkept: unknown;

/** Whether a deck is on the phone, as far as can be told at once (game.md#deck). */
export const hasDeckAtom = atom(notedUrl() !== null);

/** Whether the phone asks for as few bytes as can be: then the deck comes only when asked for. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Fetches the deck once the offline copy is whole and the phone is idle, unless this build's is there
 * or the phone saves data (game.md#deck); gives whether one is on the phone then. Never throws.
 */
export async function keepDeck(): Promise<boolean> {
  const noted = notedUrl();
  if (noted === DECK_URL || savesData()) return noted !== null;
  await copyIsWhole();
  await new Promise<void>(whenIdle);
  return (await fetchDeck()) || noted !== null;
}

/** Fetches this build's deck now and keeps it; gives whether it came. Never throws. */
export async function fetchDeck(): Promise<boolean> {
  try {
    const reply = await fetch(DECK_URL);
    if (!reply.ok) return false;
    unkept = await reply.json();
    if (await decks.write(KEPT, unkept)) localStorage.setItem(DECK_KEY, DECK_URL);
  } catch {}
  return unkept !== undefined;
}

/** The deck as it was fetched, to be parsed; `undefined` for none. */
export function readDeck(): Promise<unknown> {
  return unkept === undefined ? decks.read(KEPT) : Promise.resolve(unkept);
}

function notedUrl(): string | null {
  try {
    return localStorage.getItem(DECK_KEY);
  } catch {
    return null;
  }
}

/** Nothing may hold up what lets the phone play without a line. */
function copyIsWhole(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, COPY_PATIENCE_MS));
  return Promise.race([late, navigator.serviceWorker?.ready ?? late]);
}
