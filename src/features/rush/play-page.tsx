import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import * as v from 'valibot';
import { Button, IconButton } from '../../components/button.tsx';
import { Bar } from '../../components/page.tsx';
import { GameScreen } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { clearToasts, toastError } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { rushLock } from '../../config/storage-keys.ts';
import { isApiError, isUndecided, NO_NETWORK } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { OtherTabScreen } from '../../play/frame.tsx';
import { useOneTab } from '../../play/sealed.ts';
import { RUSH_QUESTIONS, rushTimerMs } from '../../rules/tournament.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { EndDialog } from './end.tsx';
import { PlayScreen } from './game-screen.tsx';
import { dropRun, keepRun } from './kept-run.ts';
import styles from './play-page.module.css';
import { type Begun, type Found, findRun, startRun } from './run-calls.ts';

const stateSchema = v.object({ isValid: v.boolean() });

/** The page of a run of Millionaire Rush, for a new or an open run (game.md#ways-into-a-run). */
export function RushPlayPage() {
  const { state } = useLocation();
  const given = v.safeParse(stateSchema, state);
  const [isValid] = useState(given.success ? given.output.isValid : null);
  const { playId = '' } = useParams();
  if (isValid === false) return <Navigate to={paths.megaMillionaire} replace />;
  return <RunAt key={playId} playId={playId} mayStart={isValid === true} />;
}

type Stage =
  | { at: 'finding' | 'elsewhere' | 'kick-off' | 'starting' | 'failed' | 'unauthorized' }
  | { at: 'play'; begun: Begun; isResumed: boolean }
  | { at: 'over'; found: Extract<Found, { is: 'over' }> };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only one tab plays a run. Another tab says so, and takes over when the first tab lets the run go. */
function RunAt({ playId, mayStart }: { playId: string; mayStart: boolean }) {
  const { id: playerId } = useSignedInPlayer();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ at: 'finding' });
  // The id in the address is random, so it serves as the key: a reload before the first reply is the same
  // call.
  const [startKey] = useState(() => (UUID.test(playId) ? playId : newKey()));

  const left = useOneTab(rushLock(playerId), {
    taken: () => setStage({ at: 'elsewhere' }),
    held: () => void find(),
  });

  /** Continues the player's run, if there is a run. With `mayBegin`, a new run may begin if there is none. */
  async function find(mayBegin = mayStart) {
    const { signal } = left.current;
    setStage({ at: 'finding' });
    try {
      show(await findRun(playerId, { startKey, mayStart: mayBegin, signal }));
    } catch (error) {
      if (!signal.aborted) giveUp(error);
    }
  }

  function show(found: Found) {
    if (left.current.signal.aborted) return;
    if (found.is === 'open') setStage({ at: 'play', begun: found, isResumed: true });
    else if (found.is === 'over') setStage({ at: 'over', found });
    else if (found.is === 'begun-start') void start();
    else setStage({ at: mayStart ? 'kick-off' : 'unauthorized' });
  }

  async function start() {
    const { signal } = left.current;
    setStage({ at: 'starting' });
    keepRun({ playerId, startKey, runId: null, call: null, own: null, endKey: newKey() });
    try {
      const begun = await startRun(playerId, startKey, signal);
      if (signal.aborted) return;
      setStage({ at: 'play', begun, isResumed: false });
      // A reload continues this run, and never begins another run.
      navigate('.', { replace: true, state: null });
    } catch (error) {
      if (signal.aborted) return;
      if (!isApiError(error, 'rush/running')) return giveUp(error);
      dropRun();
      // Another run is open that this phone does not know.
      return find(false);
    }
  }

  /**
   * Shows a refusal on the entry page, and keeps nothing of the run. Any other failure can be tried again.
   */
  function giveUp(error: unknown) {
    if (!isApiError(error) || isUndecided(error)) {
      toastError(FAILED);
      setStage({ at: 'failed' });
      return;
    }
    // A player who was signed out leaves this page by itself, and may come back to the run.
    if (error.status === 401) return;
    dropRun();
    toastError(error.message);
    navigate(paths.rush, { replace: true });
  }

  switch (stage.at) {
    case 'elsewhere':
      return <OtherTabScreen />;
    case 'unauthorized':
      return <Unauthorized />;
    case 'play':
      return <PlayScreen begun={stage.begun} isResumed={stage.isResumed} />;
    case 'over':
      return <Over {...stage.found} />;
    default:
      return (
        <StartScreen
          stage={stage.at}
          isNew={mayStart}
          onKickOff={() => void (mayStart && stage.at === 'kick-off' ? start() : find())}
        />
      );
  }
}

const FAILED = 'Failed to load questions';

/** Only a player with a ticket or an open run may come here (game.md#ways-into-a-run). */
function Unauthorized() {
  const navigate = useNavigate();
  useEffect(() => {
    toastError('Unauthorized access');
    navigate(paths.rush, { replace: true });
  }, [navigate]);
  return null;
}

/** A run that ended while the player was away. */
function Over({ ending }: Extract<Found, { is: 'over' }>) {
  const { how, points, ticketBack } = ending;
  if (how === 'left' && !ticketBack) return <Navigate to={paths.rush} replace />;
  return <EndDialog how={how} ticketBack={ticketBack} level={null} score={points} right={null} />;
}

type Props = {
  stage: 'finding' | 'kick-off' | 'starting' | 'failed';
  /** Whether the player comes with a ticket, so that no open run is looked for. */
  isNew: boolean;
  onKickOff: () => void;
};

/**
 * Shown before the first question. The player says when to begin, because the question's clock starts at
 * once.
 */
function StartScreen({ stage, isNew, onKickOff }: Props) {
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
