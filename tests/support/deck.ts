import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { DECK_DB } from '../../src/config/storage-keys.ts';
import type { DeckFile } from '../../src/contract/deck.ts';
import { phoneStore } from '../../src/lib/phone-store.ts';

/** A deck of this many questions; the first is 'Deck question 1?' with 'Yes 1' as its answer. */
export function aDeck(count: number): DeckFile {
  return {
    categories: ['La Liga', 'Serie A'],
    questions: Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const wrong = ['No', 'Never', 'Not'].map((word) => `${word} ${number}`);
      const [first = '', second = '', third = ''] = wrong;
      return [
        index % 2,
        `Deck question ${number}?`,
        `Yes ${number}`,
        first,
        second,
        third,
        `Fact ${number}.`,
      ];
    }),
  };
}

/** Stores a deck on the phone, as one fetched on an earlier visit. */
export async function holdDeck(count = 40): Promise<void> {
  await phoneStore<unknown>(DECK_DB, 'decks').write('deck', aDeck(count));
}

/** Removes the deck as a browser does; the phone's notes about it stay. */
export async function forgetDeck(): Promise<void> {
  await phoneStore<unknown>(DECK_DB, 'decks').clear();
}

/** The current question. */
export const questionOnTable = () => screen.queryByRole('heading', { level: 1, name: /\?$/ });

/** Answers the deck's current question; gives its number. */
export async function answerDeck(isRight: boolean): Promise<number> {
  const heading = await screen.findByRole('heading', { name: /^Deck question/ });
  const number = Number.parseInt(heading.textContent?.match(/\d+/)?.[0] ?? '', 10);
  const text = new RegExp(`\\b${isRight ? 'Yes' : 'No'} ${number}\\b`);
  fireEvent.click(screen.getByRole('button', { name: text }));
  return number;
}

/** Presses a button once it is there. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** The phone's own Back. */
export async function goBack(): Promise<void> {
  // A game asks first once it has added its own history entry.
  await waitFor(() => expect(history.state).toHaveProperty('dialogs'));
  await act(async () => {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
  });
}
