import { type RefObject, useEffect, useRef } from 'react';
import { isOpenRound, type SavedRound } from '../../../round/saved-round.ts';

/**
 * Goes to the card of a game that was just saved: it may have been saved from a tile far below.
 * Gives what is called when a start has come to its end.
 */
export function useSavedCard(
  cards: RefObject<HTMLElement | null>,
  rounds: readonly SavedRound[],
): () => void {
  const saved = rounds.findIndex((round) => !isOpenRound(round));
  const key = rounds[saved]?.key;
  const keyBefore = useRef(key);
  const isExpected = useRef(false);
  useEffect(() => {
    const isNew = key !== undefined && key !== keyBefore.current;
    keyBefore.current = key;
    if (!isNew || !isExpected.current) return;
    isExpected.current = false;
    document.documentElement.scrollTop = 0;
    cards.current?.children[saved]?.querySelector('button')?.focus();
  }, [cards, saved, key]);
  return () => {
    isExpected.current = true;
  };
}
