import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { paths } from '../../../config/paths.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { RushEnd } from '../../../rules/rush-run.ts';
import { RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { RedCard, StoppedClock } from './drawings.tsx';
import styles from './end-dialog.module.css';
import { JackpotDialog } from './jackpot-dialog.tsx';

type Props = {
  how: RushEnd;
  ticketBack: boolean;
  /** `null` where the run ended while nobody looked. */
  level: number | null;
  score: number;
  /** How many were answered right; `null` as above. */
  right: number | null;
};

/** How a run has ended, and the way on (game.md#rush-run). */
export function EndDialog({ how, ticketBack, level, score, right }: Props) {
  const navigate = useNavigate();
  const toEntry = () => navigate(paths.rush, { replace: true });
  if (ticketBack) return <TicketBackDialog onAgain={toEntry} />;
  if (how === 'jackpot') return <JackpotDialog score={score} right={right} />;
  if (how === 'left') return null;
  const [title, art] = END_LOOKS[how];
  return (
    <Dialog title={title} head={art} centred blocking>
      <p className={styles.lead}>
        {level === null ? (
          'Your run has ended.'
        ) : (
          <>
            You reached level <b>{level}</b> of {RUSH_QUESTIONS}.
          </>
        )}{' '}
        {score > 0 && `${formatNumber(score)} points count for today.`}
      </p>
      <div className={styles.ways}>
        <Button colour="gold" size="lg" onClick={toEntry}>
          Play Again
        </Button>
        <Button colour="line" onClick={() => navigate(paths.rushBoard, { replace: true })}>
          View Leaderboard
        </Button>
      </div>
    </Dialog>
  );
}

const END_LOOKS: Record<'wrong' | 'timeout', [string, ReactNode]> = {
  wrong: ['Wrong Answer', <RedCard key="card" />],
  timeout: ['OUT OF TIME', <StoppedClock key="clock" />],
};

/** The game itself could not be reached while the clock ran: nothing counts, and nothing is lost. */
function TicketBackDialog({ onAgain }: { onAgain: () => void }) {
  return (
    <ChoiceDialog
      title="Your ticket is back"
      lead="Our server could not be reached while your clock ran. That run counts nothing. Play your ticket again."
    >
      <Button colour="gold" size="lg" onClick={onAgain}>
        Play again
      </Button>
    </ChoiceDialog>
  );
}
