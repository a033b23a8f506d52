import { useNavigate } from 'react-router-dom';
import { Bar } from '../../../components/bar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { GameScreen } from '../../../components/game-screen.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { paths } from '../../../config/paths.ts';
import { RUSH_QUESTIONS, rushTimerMs } from '../../../rules/tournament.ts';
import styles from './kick-off.module.css';

type Props = {
  stage: 'finding' | 'kick-off' | 'starting' | 'failed';
  onKickOff: () => void;
};

/** Before the first question: its clock starts when it comes, so the player says when. */
export function KickOff({ stage, onKickOff }: Props) {
  const navigate = useNavigate();
  usePageStart('Millionaire Rush');
  const isFailed = stage === 'failed';
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
        <h1 className={styles.title}>{isFailed ? 'Failed to load questions' : 'Ready?'}</h1>
        <p className={styles.lead}>
          {isFailed
            ? 'Check your network, then try again. Your ticket is played once, not twice.'
            : `${RUSH_QUESTIONS} questions, ${rushTimerMs(1) / 1000} seconds each, ${rushTimerMs(RUSH_QUESTIONS) / 1000} after question 10. The clock starts with the first question.`}
        </p>
        <Button
          colour="gold"
          size="lg"
          icon={isFailed ? 'refresh' : 'play'}
          loading={stage === 'finding' || stage === 'starting'}
          onClick={onKickOff}
        >
          {isFailed ? 'Try again' : 'Kick off'}
        </Button>
      </div>
    </GameScreen>
  );
}
