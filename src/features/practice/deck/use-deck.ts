import { useCallback, useEffect, useState } from 'react';
import { savesData } from '../../../lib/saves-data.ts';
import { isDeckHere } from '../../../offline/deck.ts';
import { fetchDeck } from '../../../offline/keep-deck.ts';

/** `saved`: the phone saves data, and nothing was fetched. `unfetched`: the line did not bring it. */
export type DeckState = 'looking' | 'here' | 'fetching' | 'saved' | 'unfetched';

/** A line that says nothing for so long is not waited for, in milliseconds; what comes later is taken. */
const PATIENCE_MS = 30_000;

/** Whether the deck is on the phone; fetches it where it is not, unless the phone saves data. */
export function useDeck() {
  const [deck, setDeck] = useState<DeckState>('looking');

  const get = useCallback(async () => {
    setDeck('fetching');
    const late = setTimeout(setDeck, PATIENCE_MS, 'unfetched');
    await fetchDeck();
    const isHere = await isDeckHere();
    clearTimeout(late);
    setDeck(isHere ? 'here' : 'unfetched');
  }, []);

  const look = useCallback(async () => {
    if (await isDeckHere()) setDeck('here');
    else if (savesData()) setDeck('saved');
    else await get();
  }, [get]);

  useEffect(() => void look(), [look]);
  return { deck, get, look };
}
