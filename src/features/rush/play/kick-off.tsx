import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Bar } from '../../../components/bar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { GameScreen } from '../../../components/game-screen.tsx';
import { clearToasts } from '../../../components/toast.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { paths } from '../../../config/paths.ts';
import { NO_NETWORK } from '../../../lib/errors.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import { RUSH_QUESTIONS, rushTimerMs } from '../../../rules/tournament.ts';
import styles from './kick-off.module.css';

type Props = {
  stage: 'finding' | 'kick-off' | 'starting' | 'failed';
  /** It comes with a ticket: no run is looked for. */
  isNew: boolean;
  onKickOff: () => void;
};

/** Before the first question: its clock starts when it comes, so the player says when. */
export function KickOff({ stage, isNew, onKickOff }: Props) {
  const navigate = useNavigate();
  const isReachable = useReachable();
  usePageStart('Millionaire Rush');
  useEffect(clearToasts, []);
  const isFailed = stage === 'failed';
  const [title, lead] = words();
  return (
    <GameScreen>
      <Bar ground="stage">
        <IconButton
          icon="back"
          aria-label="Back"
          onClick={() => navigate(paths.rush, { replace: true })}
        />
      </Bar>
      <div className={styles.middle}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead} role="status">
          {lead}
        </p>
        <Button
          colour="gold"
          size="lg"
          icon={isFailed ? 'refresh' : 'play'}
          loading={stage === 'finding' || stage === 'starting'}
          onClick={onKickOff}
        >
          {isFailed ? 'Try again' : isNew ? 'Kick off' : 'Go on'}
        </Button>
      </div>
    </GameScreen>
  );

  function words(): [string, string] {
    if (isFailed)
      return [
        'Failed to load questions',
        'Check your network, then try again. Your ticket is played once, not twice.',
      ];
    if (stage === 'finding' && !isNew)
      return [
        'Your run',
        isReachable
          ? 'We look where it stands.'
          : `${NO_NETWORK}. We look where it stands once it is back.`,
      ];
    const last = rushTimerMs(RUSH_QUESTIONS) / 1000;
    return [
      'Ready?',
      `${RUSH_QUESTIONS} questions, ${rushTimerMs(1) / 1000} seconds each, ${last} after question 10. The clock starts with the first question.`,
    ];
  }
}
