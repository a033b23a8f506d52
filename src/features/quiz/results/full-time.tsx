import { useAtomValue } from 'jotai';
import {
  type ComponentType,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { Beams } from '../../../components/beams.tsx';
import { IconButton } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Notice } from '../../../components/notice.tsx';
import { Scarf } from '../../../components/scarf.tsx';
import { useContainedPull } from '../../../components/use-contained-pull.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { useStrayTaps } from '../../../components/use-stray-taps.ts';
import { paths } from '../../../config/paths.ts';
import type { Question } from '../../../contract/rounds.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import { outcomesAtom, resultsAtom } from '../../../outbox/outbox-atoms.ts';
import { SAVED_TO_SEND } from '../../../outbox/schedule.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { LEVEL_NAMES } from '../../../rules/levels.ts';
import { type RoundState, scoreTranscript } from '../../../rules/round.ts';
import { usePlayer } from '../../../session/use-player.ts';
import { answersOf, faceOf } from './answers.ts';
import { Face } from './face.tsx';
import { FeelOffer } from './feel-offer.tsx';
import styles from './full-time.module.css';
import { MoneyStrip, WaitStrip } from './money-strip.tsx';
import { PlaceBlock } from './place-block.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ShareDialog } from './share/share-dialog.tsx';
import { useShare } from './share/use-share.ts';
import { Takings } from './takings.tsx';
import { usePointsBefore } from './use-points-before.ts';
import type { WaysProps } from './ways.tsx';

type Props = {
  round: SavedRound;
  state: RoundState<Question>;
  /** Whether the phone could store the result; `null` before that. */
  isSaved: boolean | null;
  /** Comes with the dashboard's code, whose games it starts. */
  Ways: ComponentType<WaysProps> | null;
  /** Whether it is only laid out, unseen, while the last question shows its end. */
  isAside: boolean;
  onWhole: () => void;
};

/** How long a result may be on its way before it is called waiting, in milliseconds. */
const SEND_PATIENCE_MS = 3000;

/** Bar, face, takings, place and ways on: laid out one after another. */
const PARTS = 5;

/** The end of a game, in place of its questions (game.md#full-time). */
export function FullTime({ round, state, isSaved, Ways, isAside, onWhole }: Props) {
  const outcome = useAtomValue(outcomesAtom)[round.key];
  const waiting = useAtomValue(resultsAtom).filter(({ refusal }) => !refusal).length;
  const isReachable = useReachable();
  const [cameAt, setCameAt] = useState<number | null>(null);
  if (!isAside && cameAt === null) setCameAt(performance.now());
  const [isStill, setStill] = useState(isMotionUnwanted);
  const [isReviewing, setReviewing] = useState(false);
  const isSlow = useIsSlow(isAside);
  const screen = useRef<HTMLElement>(null);
  const parts = useParts(screen, isAside, onWhole);
  const ignoreStrayTap = useStrayTaps();
  const hasBank = usePlayer()?.hasBank;
  const navigate = useNavigate();
  const before = usePointsBefore(round);

  const result = scoreTranscript(state.terms, state.questions, state.rows);
  const answers = answersOf(state);
  const face = faceOf(answers);
  const { points, coins } = (outcome?.state === 'counted' && outcome.awarded) || result;
  // Older results go first, and a line that stalls takes its time: then this one waits, too.
  const isWaiting = outcome ? outcome.state === 'waiting' : isSlow;
  const { share, asked, close } = useShare({ round, answers, points });

  function place() {
    if (outcome?.state === 'refused') {
      return (
        <Notice kind="bad" title="This result was not counted">
          {outcome.message}
        </Notice>
      );
    }
    if (outcome?.state === 'counted') {
      const { place } = outcome;
      const strip = place && <MoneyStrip {...place} />;
      return <PlaceBlock standing={{ is: 'moved', place }} cameAt={cameAt} strip={strip} />;
    }
    const seen = { is: 'seen', ...before, isReachable } as const;
    return (
      <PlaceBlock
        standing={isWaiting ? seen : { is: 'to-come' }}
        cameAt={cameAt}
        strip={<WaitStrip count={Math.max(1, waiting)} isSaved={isSaved !== false} />}
      />
    );
  }

  return (
    <main
      ref={screen}
      className={cx('on-night', styles.screen, isAside && styles.aside)}
      data-motion={isStill || isAside ? 'off' : 'on'}
      aria-hidden={isAside || undefined}
      onClickCapture={ignoreStrayTap}
    >
      {!isAside && <Start />}
      <Beams />
      <div className={styles.bar}>
        {/* Where the last way on is the bank account, home stands here. */}
        {hasBank === false && (
          <IconButton
            icon="close"
            aria-label="Close"
            disabled={isSaved === null}
            onClick={() => navigate(paths.home, { replace: true })}
          />
        )}
        <b>Full time</b>
        <span>
          {round.category.name} · {LEVEL_NAMES[round.level]}
        </span>
      </div>
      {parts > 1 && <Face answers={answers} best={before.best} onStill={() => setStill(true)} />}
      <Scarf />
      <div className={styles.sheet}>
        {parts > 2 && (
          <Takings
            face={face}
            points={points}
            coins={coins}
            right={result.right}
            shown={state.rows.length}
            terms={state.terms}
            isProvisional={isWaiting}
            isPaidBefore={round.isForLater === true}
            isStill={isStill}
            isAside={isAside}
          />
        )}
        {parts > 3 && place()}
        {/* Beneath the way to a bank account, which more than this is worth. */}
        {parts > 4 && hasBank !== false && <FeelOffer />}
        {parts > 4 && Ways && (
          <Ways
            round={round}
            face={face}
            isSettled={isSaved !== null}
            onReview={() => setReviewing(true)}
            onShare={share}
          />
        )}
        {parts > 4 && hasBank === false && <FeelOffer />}
      </div>
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="vh" aria-live="polite">
        {!isAside && isWaiting && isSaved !== false && SAVED_TO_SEND}
      </p>
      {isReviewing && (
        <ReviewDialog round={round} state={state} onClose={() => setReviewing(false)} />
      )}
      {asked && <ShareDialog text={asked} onClose={close} />}
    </main>
  );
}

function isMotionUnwanted(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
}

/** From here on it is the page. */
function Start() {
  usePageStart('Full time');
  useContainedPull();
  return null;
}

function useIsSlow(isAside: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (isAside) return;
    const timer = setTimeout(() => setSlow(true), SEND_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isAside]);
  return isSlow;
}

/** How many parts there are: all in one task would stop the frames meanwhile. */
function useParts(screen: RefObject<HTMLElement | null>, isAside: boolean, onWhole: () => void) {
  const [count, setCount] = useState(1);
  const parts = isAside ? count : PARTS;
  useEffect(() => {
    if (parts === PARTS) return onWhole();
    // Lays it out, before the next one is there: two of them would be one long task.
    screen.current?.getBoundingClientRect();
    startTransition(() => setCount(parts + 1));
  }, [screen, parts, onWhole]);
  return parts;
}
