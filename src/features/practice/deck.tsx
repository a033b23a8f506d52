import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button, Spinner } from '../../components/button.tsx';
import { PageScreen } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { savesData } from '../../lib/saves-data.ts';
import { isDeckHere } from '../../offline/deck.ts';
import { fetchDeck } from '../../offline/keep-deck.ts';
import { PracticeArt } from './practice-art.tsx';

type Props = {
  title: string;
  backTo: string;
  deck: Exclude<DeckState, 'here'>;
  onGet: () => void;
  /** A button for something else to do. */
  children?: ReactNode;
};

/** The page while the deck's questions are not on the phone yet. It fetches them (game.md#deck). */
export function DeckGate({ title, backTo, deck, onGet, children }: Props) {
  const isBusy = deck === 'looking' || deck === 'fetching';
  return (
    <PageScreen title={title} backTo={backTo}>
      {isBusy ? (
        <p role="status">
          <Spinner size={24} /> Getting the questions…
        </p>
      ) : (
        <EmptyState
          art={<PracticeArt />}
          title={deck === 'saved' ? 'Your phone saves data' : 'The questions are not here yet'}
          help={
            deck === 'saved'
              ? 'So we did not get the questions. They are small: 15 KB, once.'
              : 'Your network may be down. They come once, then they work with no network.'
          }
        >
          <Button onClick={onGet}>{deck === 'saved' ? 'Get the questions' : 'Try again'}</Button>
          {children}
        </EmptyState>
      )}
    </PageScreen>
  );
}

/**
 * `saved` means that the phone saves data, so nothing was fetched; `unfetched` that the connection failed.
 */
type DeckState = 'looking' | 'here' | 'fetching' | 'saved' | 'unfetched';

/**
 * How long the page waits for a silent connection, in milliseconds. A deck that comes later is still used.
 */
const PATIENCE_MS = 30_000;

/** Whether the deck is on the phone. Fetches the deck if it is not, unless the phone saves data. */
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
