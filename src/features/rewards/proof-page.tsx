import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Hero, IconTile } from '../../components/marks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Bar, Skeleton } from '../../components/page.tsx';
import { GameScreen } from '../../components/question.tsx';
import { Screen, usePageStart } from '../../components/screens.tsx';
import { toastError } from '../../components/toast.ts';
import { winningsPath } from '../../config/paths.ts';
import { proofLock } from '../../config/storage-keys.ts';
import type { Payout, ProofAsk } from '../../contract/payouts.ts';
import { isApiError, messageOf } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText, spanText } from '../../lib/time.ts';
import { untilAnswered } from '../../lib/until-answered.ts';
import { OtherTabScreen } from '../../play/frame.tsx';
import { useOneTab } from '../../play/sealed.ts';
import { LEVEL_NAMES, LEVELS } from '../../rules/levels.ts';
import { formatKobo } from '../../rules/money.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { payoutsQuery } from './payouts.ts';
import { beginProof, findProof, type ProofPosition, ProofScreen } from './proof-game.tsx';
import styles from './proof-page.module.css';

type Stage =
  | { at: 'finding' | 'elsewhere' | 'intro' | 'starting' | 'done' }
  | { at: 'play'; position: ProofPosition };

/** The page of the proof round: explanation, questions, and thanks (rewards.md#proof-round-screen). */
export function ProofPage() {
  const { id } = useSignedInPlayer();
  const { data, isError, refetch } = useQuery({ ...payoutsQuery(id), staleTime: 0 });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ at: 'finding' });
  // The key stays the same on this page, so that a second tap after a lost reply begins the same round.
  const [startKey] = useState(newKey);

  const left = useOneTab(proofLock(id), {
    taken: () => setStage({ at: 'elsewhere' }),
    held: () => void find(),
  });

  /** Looks for an open round, which is continued at once because its clock runs. */
  async function find() {
    const { signal } = left.current;
    setStage({ at: 'finding' });
    try {
      const { reply } = await untilAnswered(findProof, signal);
      setStage(reply ? { at: 'play', position: reply } : { at: 'intro' });
    } catch {
      // The error is not shown here. If it is lasting, the start of a round fails too and shows it.
      if (!signal.aborted) setStage({ at: 'intro' });
    }
  }

  async function start() {
    const { signal } = left.current;
    setStage({ at: 'starting' });
    try {
      const { reply } = await untilAnswered((own) => beginProof(startKey, own), signal);
      if (reply) setStage({ at: 'play', position: reply });
      else await find();
    } catch (error) {
      if (signal.aborted) return;
      toastError(messageOf(error));
      if (isApiError(error, 'proof/not-asked')) void refetch();
      setStage({ at: 'intro' });
    }
  }

  function end() {
    setStage({ at: 'done' });
    void queryClient.invalidateQueries({ queryKey: payoutsQuery(id).queryKey });
  }

  const leave = () => navigate(winningsPath, { replace: true });
  switch (stage.at) {
    case 'elsewhere':
      return <OtherTabScreen />;
    case 'play':
      return <ProofScreen position={stage.position} onEnd={end} onLeave={leave} />;
    case 'done':
      return <ProofDone onLeave={leave} />;
    default:
      if (data ? !data.proof : isError) return <Navigate to={winningsPath} replace />;
      return (
        <ProofIntro
          ask={data?.proof ?? null}
          payouts={data?.payouts ?? []}
          isBusy={stage.at !== 'intro' || !data}
          onStart={() => void start()}
          onLater={leave}
        />
      );
  }
}

type ProofIntroProps = {
  /** The request for a proof round; `null` while it is unknown. */
  ask: ProofAsk | null;
  payouts: readonly Payout[];
  isBusy: boolean;
  onStart: () => void;
  onLater: () => void;
};

/** A sum of usual width. It keeps the space of a sum that is not known yet. */
const USUAL_KOBO = 250_000;

/** Explains a proof round, and shows the prize that waits for it. */
function ProofIntro({ ask, payouts, isBusy, onStart, onLater }: ProofIntroProps) {
  usePageStart('Confirm your win');
  const sum = payouts
    .filter(({ state, reason }) => state === 'held' && reason === 'proof-round')
    .reduce((kobo, { grossKobo }) => kobo + grossKobo, 0);
  return (
    <Screen>
      <Bar>
        <IconButton icon="close" aria-label="Close" onClick={onLater} />
      </Bar>
      <main className={styles.main}>
        <Hero label="Confirm your win" art={<Envelope />}>
          <div className={styles.words}>
            <h1 className={styles.title}>
              Play {ask ? ask.questions : <span className={styles.unknown}>5</span>} sealed
              questions to confirm your win
            </h1>
            {(sum > 0 || !ask) && (
              <p className={cx(styles.sum, !ask && styles.unknown)}>
                <b>{formatKobo(ask ? sum : USUAL_KOBO)}</b> waits for you
              </p>
            )}
          </div>
        </Hero>
        <div className={styles.page}>
          {ask ? <Terms ask={ask} /> : <Skeleton shape="block" className={styles.loading} />}
          {ask && (
            <Notice>
              Every winner does this before the first payment, and again now and then. Play as you
              always play: you need not have all of them right. If we are not sure, a person looks.
              We never refuse in silence.
            </Notice>
          )}
        </div>
        <div className={styles.bar}>
          <Button colour="line" onClick={onLater}>
            Later
          </Button>
          <Button loading={isBusy} onClick={onStart}>
            {ask?.isOpen ? 'Go on' : 'Start now'}
          </Button>
        </div>
      </main>
    </Screen>
  );
}

function Terms({ ask }: { ask: ProofAsk }) {
  const { level, timerMs, questions, parts, by } = ask;
  const now = serverTime();
  const until = Date.parse(by);
  const clocks = [timerMs, ...parts.map((part) => part.timerMs)].map((ms) => ms / 1000);
  const [least, most] = [Math.min(...clocks), Math.max(...clocks)];
  const mixed = LEVELS.flatMap((at) => {
    const ones = parts.filter((part) => part.level === at);
    const asked = ones.reduce((sum, one) => sum + one.questions, 0);
    return asked > 0 ? `${asked} ${LEVEL_NAMES[at]}` : [];
  });
  const rows: { icon: IconName; name: string; about: string }[] = [
    {
      icon: `level-${level}`,
      name: mixed.length > 1 ? mixed.join(', ') : `${questions} questions, ${LEVEL_NAMES[level]}`,
      about: `As in the games that won. ${least === most ? most : `${least} to ${most}`} s each. No coins.`,
    },
    { icon: 'lock', name: 'One at a time', about: 'Each comes when the one before is answered.' },
    until > now
      ? {
          icon: 'calendar',
          name: `Until ${dayAndTimeText(until, now)}`,
          about: `${spanText(until - now)} left. You need a good line.`,
        }
      : { icon: 'calendar', name: 'You can still play', about: 'You need a good line.' },
  ];
  return (
    <ul className={styles.rows}>
      {rows.map(({ icon, name, about }) => (
        <li key={name}>
          <IconTile name={icon} />
          <p>
            <b>{name}</b> <span>{about}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Thanks the player after the round, without saying how many answers were right. */
function ProofDone({ onLeave }: { onLeave: () => void }) {
  usePageStart('Thank you');
  return (
    <GameScreen>
      <div className={styles.middle} role="status">
        <Icon name="check" size={72} className={styles.tick} />
        <h1 className={styles.doneTitle}>Thank you</h1>
        <p className={styles.lead}>
          We look at your answers now. My winnings says how your prize goes on.
        </p>
        <Button colour="gold" size="lg" onClick={onLeave}>
          See my winnings
        </Button>
      </div>
    </GameScreen>
  );
}

/** Draws a golden envelope with a red seal, under a beam of light. */
function Envelope() {
  return (
    <svg
      viewBox="0 0 360 150"
      preserveAspectRatio="xMaxYMid slice"
      className={styles.art}
      aria-hidden="true"
    >
      <path className={styles.beam} d="M360-59L200 150h160z" />
      <g transform="rotate(8 292 84)">
        <path className={styles.goldEdge} d="M238 54h108v76H238z" />
        <path className={styles.gold} d="M238 48h108v76H238z" />
        <path className={styles.folds} d="M238 50l54 42 54-42M238 123l40-42M346 123l-40-42" />
        <circle className={styles.sealEdge} cx="292" cy="92" r="19" />
        <circle className={styles.seal} cx="292" cy="89" r="19" />
        <path className={styles.envelopeTick} d="M283 89l6.5 6.5 12-13" />
      </g>
    </svg>
  );
}
