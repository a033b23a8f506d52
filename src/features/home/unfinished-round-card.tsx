import { Button } from '../../components/button.tsx';
import type { SavedRound } from '../../offline/round-storage.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import styles from './unfinished-round-card.module.css';

type Props = { round: SavedRound; onContinue: () => void };

/** A round that was left open by a reload, a crash or the back button. */
export function UnfinishedRoundCard({ round, onContinue }: Props) {
  const number = (round.state?.rows.length ?? 0) + 1;
  return (
    <section className={styles.card} aria-label="Your open game">
      <p>
        <b>Your game is still open</b>
        <span>
          {round.category.name}, {LEVEL_NAMES[round.level]}. Question {number} of{' '}
          {round.questions.length}.
        </span>
      </p>
      <Button icon="play" onClick={onContinue}>
        Continue
      </Button>
    </section>
  );
}
