import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { celebrate } from '../../../components/celebrate.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Steps } from '../../../components/steps.tsx';
import { winningsPath } from '../../../config/paths.ts';
import type { Payout } from '../../../contract/payouts.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { formatKobo } from '../../../rules/money.ts';
import { CONFETTI_PIECES } from '../../../rules/tournament.ts';
import { prizeText, sumText } from '../winnings/payout-words.ts';
import styles from './greeting-dialog.module.css';
import { nextSteps } from './next-steps.ts';
import { Notes } from './notes.tsx';

type Props = {
  /** At least one. */
  wins: readonly Payout[];
  /** The player has never won before. */
  isFirst: boolean;
  onClose: () => void;
};

/** Tells of a win: how much, by what, and what happens next. */
export function GreetingDialog({ wins, isFirst, onClose }: Props) {
  const navigate = useNavigate();
  useEffect(() => (isFirst ? celebrate(CONFETTI_PIECES) : undefined), [isFirst]);
  const now = serverTime();
  const [only] = wins;
  const sum = wins.reduce((kobo, { grossKobo }) => kobo + grossKobo, 0);
  const isOne = wins.length === 1 && only !== undefined;

  return (
    <Dialog
      title={
        <>
          <span className={styles.lead}>You won</span>{' '}
          <span className={styles.sum}>{isOne ? sumText(sum, only.kind) : formatKobo(sum)}</span>
        </>
      }
      head={<Notes />}
      ground="gold"
      centred
      onClose={onClose}
    >
      <p className={styles.what}>{isOne ? prizeText(only, now) : `${wins.length} prizes`}</p>
      <div className={styles.next}>
        <Steps steps={nextSteps(wins, now)} />
      </div>
      <Button
        colour="gold"
        size="lg"
        onClick={() => {
          onClose();
          navigate(winningsPath);
        }}
      >
        See my winnings
      </Button>
    </Dialog>
  );
}
