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
  /** Another way on. */
  children?: ReactNode;
};

/** The page while the deck's questions are not on the phone yet; it gets them (game.md#deck). */
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

/** `saved`: the phone saves data, and nothing was fetched. `unfetched`: the line did not bring it. */
type DeckState = 'looking' | 'here' | 'fetching' | 'saved' | 'unfetched';

/** The page waits so long for a silent line, in milliseconds; a deck that comes later is taken all the same. */
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
