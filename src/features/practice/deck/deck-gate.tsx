import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { PracticeArt } from '../start/practice-hero.tsx';
import type { DeckState } from './use-deck.ts';

type Props = {
  title: string;
  backTo: string;
  deck: Exclude<DeckState, 'here'>;
  onGet: () => void;
  /** Another way on. */
  children?: ReactNode;
};

/** Stands where the deck's questions are not on the phone yet, and gets them (game.md#deck). */
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
