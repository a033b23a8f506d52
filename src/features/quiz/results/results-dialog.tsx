import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { bankPath, dailyPath, paths } from '../../../config/paths.ts';
import type { Question } from '../../../contract/rounds.ts';
import { outcomesAtom } from '../../../outbox/outbox-atoms.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { type RoundState, scoreTranscript } from '../../../rules/round.ts';
import { usePlayer } from '../../../session/use-player.ts';
import { resultSavedAtom } from '../round-play.ts';
import styles from './results-dialog.module.css';
import { ReviewDialog } from './review-dialog.tsx';

type Props = { roundKey: string; state: RoundState<Question> };

/** Points and coins as the server counted, or provisional (game.md#results-dialog). */
export function ResultsDialog({ roundKey, state }: Props) {
  const outcome = useAtomValue(outcomesAtom)[roundKey];
  const isSaved = useAtomValue(resultSavedAtom);
  // An API that does not tell whether there is an account has the player go on.
  const lacksBank = usePlayer()?.hasBank === false;
  const [isReviewing, setReviewing] = useState(false);
  const navigate = useNavigate();
  const result = scoreTranscript(state.terms, state.questions, state.rows);
  const { points, coins } = (outcome?.state === 'counted' && outcome.awarded) || result;
  const missed = result.skipped + result.timedOut;
  const isSlow = useIsSlow();
  // Older results go first, and a line that stalls takes its time: then this one waits, too.
  const isWaiting = outcome ? outcome.state === 'waiting' : isSlow;

  return (
    <Dialog
      title={`${result.right} of ${state.questions.length} correct`}
      head={<p className={styles.kicker}>Full time</p>}
      centred
    >
      <dl className={styles.final}>
        <div>
          <dd className={styles.points}>{formatNumber(points)}</dd>
          <dt>Points earned</dt>
        </div>
        <div>
          <dd>{formatNumber(coins)}</dd>
          <dt>Coins spent</dt>
        </div>
      </dl>
      <ul className={styles.tally}>
        <li className={styles.right}>
          <Icon name="check" size={18} />
          <b>{result.right}</b> right
        </li>
        <li className={styles.wrong}>
          <Icon name="cross" size={18} />
          <b>{result.wrong}</b> wrong
        </li>
        <li>
          <Icon name="minus" size={18} />
          <b>{missed}</b> missed
        </li>
      </ul>
      <div className={styles.news} aria-live="polite">
        {isWaiting && (
          <Notice kind="warn" icon="cloud-up">
            {isSaved === false
              ? 'This phone cannot save your result. Keep the game open: we send it when you are back online'
              : 'Saved. We will send it when you are back online'}
          </Notice>
        )}
        {outcome?.state === 'refused' && (
          <Notice kind="bad" title="This result was not counted">
            {outcome.message}
          </Notice>
        )}
      </div>
      <div className={styles.ways}>
        <Button
          size="lg"
          loading={isSaved === null}
          onClick={() => navigate(lacksBank ? bankPath : paths.home, { replace: true })}
        >
          {lacksBank ? 'Add Withdrawal Account' : 'Go Home'}
        </Button>
        <Button colour="line" onClick={() => setReviewing(true)}>
          Review answers
        </Button>
        {/* Today's board is the tournament's: the week's shows these points. */}
        <Button
          colour="line"
          onClick={() => navigate(dailyPath('current-week'), { replace: true })}
        >
          Leaderboard
        </Button>
      </div>
      {isReviewing && <ReviewDialog state={state} onClose={() => setReviewing(false)} />}
    </Dialog>
  );
}

/** How long a result may be on its way before it is called waiting, in milliseconds. */
const SEND_PATIENCE_MS = 3000;

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SEND_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
