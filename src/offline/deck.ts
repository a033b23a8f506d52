import * as v from 'valibot';
import { DECK_NEXT_KEY } from '../config/storage-keys.ts';
import { type DeckFile, deckFileSchema } from '../contract/deck.ts';
import { keptText } from '../lib/kept.ts';
import { shuffled } from '../lib/shuffled.ts';
import { readDeck } from './keep-deck.ts';
import { notedDeck } from './noted-deck.ts';

/** A question of the deck, with its options in random order. */
export type DeckQuestion = {
  category: string;
  question: string;
  options: string[];
  answer: string;
  fact: string;
};

const keptNext = keptText('localStorage', DECK_NEXT_KEY);

/** Whether a deck is on the phone and can be read (game.md#deck). */
export async function isDeckHere(): Promise<boolean> {
  return (await parsedDeck()) !== null;
}

/**
 * Gives the next questions of the deck, each with its options in random order. No question is dealt again
 * before all have been dealt (game.md#deck). `null` if the phone has no deck.
 */
export async function dealFromDeck(count: number): Promise<DeckQuestion[] | null> {
  const deck = await parsedDeck();
  if (!deck) return null;
  const all = deck.questions.length;
  const first = nextPlace() ?? Math.floor(Math.random() * all);
  keptNext.set(String((first + count) % all));
  return Array.from({ length: count }, (_, index) => asDealt(deck, (first + index) % all)).filter(
    (question) => question !== null,
  );
}

function asDealt({ categories, questions }: DeckFile, place: number): DeckQuestion | null {
  const row = questions[place];
  if (!row) return null;
  const [category, question, answer, second, third, fourth, fact] = row;
  const options = shuffled([answer, second, third, fourth]);
  return { category: categories[category] ?? '', question, options, answer, fact };
}

/** Reads the deck; `null` if it is missing. An unreadable deck counts as missing, and is fetched again. */
async function parsedDeck(): Promise<DeckFile | null> {
  const parsed = v.safeParse(deckFileSchema, await readDeck());
  if (parsed.success) return parsed.output;
  notedDeck.forget();
  return null;
}

function nextPlace(): number | null {
  const place = Number.parseInt(keptNext.get() ?? '', 10);
  return place >= 0 ? place : null;
}
