import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isOpenRound } from '../../../round/saved-round.ts';

type Props = {
  /** The unfinished rounds on this phone: the others are elsewhere. */
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onLeave: () => void;
};

/** Two unfinished rounds stand, here or on another phone (game.md#unfinished-rounds). */
export function UnfinishedDialog({ rounds: [first], onPlay, onLeave }: Props) {
  return (
    <ChoiceDialog
      title="You have two unfinished games"
      lead={
        first
          ? 'Finish one of them first.'
          : 'Finish one of them first. They may be on another phone. A game ends by itself after 24 hours.'
      }
    >
      {first && (
        <Button icon="play" onClick={() => onPlay(first)}>
          {isOpenRound(first) ? 'Go on with your open game' : 'Play your saved game'}
        </Button>
      )}
      <Button colour={first ? 'line' : 'primary'} onClick={onLeave}>
        Go Home
      </Button>
    </ChoiceDialog>
  );
}
