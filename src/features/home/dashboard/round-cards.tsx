import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { momentText } from '../../../lib/time.ts';
import { isOpenRound, type SavedRound } from '../../../round/saved-round.ts';
import { LEVEL_NAMES } from '../../../rules/levels.ts';
import { EndDialog } from './end-dialog.tsx';
import styles from './round-cards.module.css';

type Props = {
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onEnded: () => void;
};

/** Said of a round whose first question was shown: from then on a clock always runs. */
const RUNS_ON = ' Its clock runs on: if it runs out, only this question is lost.';

/** The rounds that can be played now, with or without a network: open ones, then a saved one. */
export function RoundCards({ rounds, onPlay, onEnded }: Props) {
  const [ending, setEnding] = useState<SavedRound | null>(null);
  const cards = rounds.map((round, index) => {
    const isOpen = isOpenRound(round);
    const { category, level, state, questions, playableUntil, isForLater } = round;
    const name = `${category.name}, ${LEVEL_NAMES[level]}`;
    return (
      <section
        key={round.key}
        className={cx(styles.card, index === 0 && styles.first)}
        aria-label={isForLater ? 'Your saved game' : 'Your open game'}
      >
        <p>
          <b>
            {isOpen ? `Your ${isForLater ? 'saved ' : ''}game is still open` : `Saved: ${name}`}
          </b>
          <span>
            {isOpen
              ? `${name}. Question ${(state?.rows.length ?? 0) + 1} of ${questions.length}.${state ? RUNS_ON : ''}`
              : `Ready to play with no network, until ${momentText(playableUntil, serverTime())}.`}
          </span>
        </p>
        <div className={styles.ways}>
          <Button
            colour={index === 0 ? 'primary' : 'line'}
            icon="play"
            onClick={() => onPlay(round)}
          >
            {isOpen ? 'Go on' : 'Play'}
          </Button>
          <Button colour="danger" fit onClick={() => setEnding(round)}>
            End it
          </Button>
        </div>
      </section>
    );
  });
  return (
    <>
      {cards}
      {ending && <EndDialog round={ending} onClose={() => setEnding(null)} onEnded={onEnded} />}
    </>
  );
}
