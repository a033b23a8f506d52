import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { celebrate } from '../../../components/celebrate.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { paths } from '../../../config/paths.ts';
import { playApplause, playSound } from '../../../lib/play-sound.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { CONFETTI_PIECES, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { GoldenBall } from './drawings.tsx';
import styles from './jackpot-dialog.module.css';

type Props = {
  score: number;
  /** How many were answered right: a skipped one is not. `null` where nobody here has seen it. */
  right: number | null;
};

/** The last one is right: confetti and applause come with it, each fetched only now. */
export function JackpotDialog({ score, right }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    playSound('jackpot');
    playApplause();
    return celebrate(CONFETTI_PIECES);
  }, []);
  return (
    <Dialog title="JACKPOT!" head={<GoldenBall />} ground="gold" centred blocking>
      <p className={styles.lead}>
        {right === RUSH_QUESTIONS
          ? `You got all ${RUSH_QUESTIONS} questions right.`
          : 'You are at the top of the ladder.'}
      </p>
      <dl className={styles.final}>
        {right !== null && (
          <div>
            <dd>
              {right}
              <small>/{RUSH_QUESTIONS}</small>
            </dd>
            <dt>Correct</dt>
          </div>
        )}
        <div>
          <dd>{formatNumber(score)}</dd>
          <dt>Points</dt>
        </div>
      </dl>
      <Button colour="gold" size="lg" onClick={() => navigate(paths.rushBoard, { replace: true })}>
        View Leaderboard
      </Button>
    </Dialog>
  );
}
