import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Scarf } from '../../components/brand.tsx';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { useStrayTaps } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Beams } from '../../components/marks.tsx';
import { Notice } from '../../components/notice.tsx';
import { findFocus, usePageStart } from '../../components/screens.tsx';
import { useContainedPull } from '../../components/use-contained-pull.ts';
import { paths } from '../../config/paths.ts';
import type { Question } from '../../contract/points.ts';
import {
  canVibrate,
  chooseSound,
  chooseVibration,
  isSoundChosen,
  isVibrationChosen,
} from '../../lib/choices.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { usePrizes } from '../../offer/prizes-offer.tsx';
import { useReachable } from '../../offline/use-reachable.ts';
import { outcomesAtom, resultsAtom, SAVED_TO_SEND } from '../../outbox/schedule.ts';
import type { SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { type RoundState, type RoundTerms, scoreTranscript } from '../../rules/round.ts';
import { usePlayer, useSignedInPlayer } from '../../session/session.ts';
import { type UserPoints, userPointsQuery } from '../../start/user-points.ts';
import { Face } from './face.tsx';
import styles from './full-time.module.css';
import placeBlockStyles from './place-block.module.css';
import { PlaceBlock } from './place-block.tsx';
import { answersOf, faceOf, type ResultFace, ReviewDialog } from './review.tsx';
import { ShareDialog, useShare } from './share.tsx';
import type { WaysProps } from './ways.tsx';

type FullTimeProps = {
  round: SavedRound;
  state: RoundState<Question>;
  /** Whether the phone could store the result; `null` until it has tried. */
  isSaved: boolean | null;
  /** The ways on; `null` until they have loaded with the dashboard's code, which starts games. */
  Ways: ComponentType<WaysProps> | null;
  /** Whether full time is laid out unseen, while the last question's outcome is still shown. */
  isAside: boolean;
  onWhole: () => void;
};

/** How long a result may be on its way before the screen says that it waits, in milliseconds. */
const SEND_PATIENCE_MS = 3000;

/** The number of parts, which are laid out one after another: bar, face, takings, place and ways on. */
const PARTS = 5;

/** The end of a game, shown in place of its questions (game.md#full-time). */
export function FullTime({ round, state, isSaved, Ways, isAside, onWhole }: FullTimeProps) {
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
  // Older results are sent first, and a stalled connection takes its time, so this result waits too.
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
      return <PlaceBlock status={{ is: 'moved', place }} cameAt={cameAt} strip={strip} />;
    }
    const seen = { is: 'seen', ...before, isReachable } as const;
    return (
      <PlaceBlock
        status={isWaiting ? seen : { is: 'to-come' }}
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
        {/* The bar has the way home if the last button leads to the bank account. */}
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
        {/* The offer is below the way to a bank account, which matters more. */}
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
      {/* The live region is always there, because one that appears with its text is not read out. */}
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

/** Makes full time the page, once it is shown. */
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

/** Gives how many parts are laid out. All parts in one task would hold up the frames of the motion. */
function useParts(screen: RefObject<HTMLElement | null>, isAside: boolean, onWhole: () => void) {
  const [count, setCount] = useState(1);
  const parts = isAside ? count : PARTS;
  useEffect(() => {
    if (parts === PARTS) return onWhole();
    // This lays the part out before the next part is there, because both together would make one long task.
    screen.current?.getBoundingClientRect();
    startTransition(() => setCount(parts + 1));
  }, [screen, parts, onWhole]);
  return parts;
}

type TakingsProps = {
  face: ResultFace;
  points: number;
  coins: number;
  right: number;
  /** How many questions were shown, and therefore paid for. */
  shown: number;
  terms: RoundTerms;
  /** Whether the points are counted by this phone only. */
  isProvisional: boolean;
  /** Whether the coins were taken when the game was saved. */
  isPaidBefore: boolean;
  isStill: boolean;
  isAside: boolean;
};

/** What the game won and what it cost, each with the sum behind it (game.md#full-time). */
function Takings(props: TakingsProps) {
  const { face, points, coins, right, shown, terms, isProvisional, isPaidBefore } = props;
  const { isStill, isAside } = props;
  // A small win counts up faster.
  const withinMs = face === 'low' ? 300 : 600;
  const { pointsPerCorrect, coinsPerQuestion } = terms;
  const isSum = (total: number, count: number, each: number) => total === count * each;
  return (
    <dl className={styles.takings}>
      <div>
        <dt>{isProvisional ? 'Points, not final yet' : 'Points earned'}</dt>
        <dd className={styles.points}>
          +<CountUp value={points} afterMs={500} withinMs={withinMs} {...{ isStill, isAside }} />
        </dd>
        {isSum(points, right, pointsPerCorrect) && (
          <dd className={styles.how}>
            {right} right × {formatNumber(pointsPerCorrect)}
          </dd>
        )}
      </div>
      <div>
        <dt>Coins spent</dt>
        <dd>{formatNumber(coins)}</dd>
        <dd className={styles.how}>
          {isPaidBefore
            ? 'Paid when you saved it'
            : isSum(coins, shown, coinsPerQuestion) &&
              `${shown} ${shown === 1 ? 'question' : 'questions'} × ${formatNumber(coinsPerQuestion)}`}
        </dd>
      </div>
    </dl>
  );
}

type MoneyStripProps = { cashNaira: number; toMoney: number | null };

/** Shows the prize of this place if the week ended now, or the distance to a prize (game.md#full-time). */
function MoneyStrip({ cashNaira, toMoney }: MoneyStripProps) {
  const prizeOf = usePrizes(useSignedInPlayer());
  const isRushOpen = useKnownOffer()?.contest?.isOpen === true;
  const week = prizeOf('weekly');
  if (cashNaira > 0) {
    return (
      <p className={cx(placeBlockStyles.money, placeBlockStyles.won)}>
        <Icon name="cash" size={20} />
        <span>In the money now:</span> <b>{formatNaira(cashNaira)}</b>
      </p>
    );
  }
  return (
    <p className={placeBlockStyles.money}>
      <Icon name="cash" size={20} />
      {toMoney !== null || week ? (
        <>
          <span>{week ? `Top ${week.places} win cash` : 'The top win cash'}</span>{' '}
          {toMoney !== null && (
            <b>
              {formatNumber(toMoney)} {toMoney === 1 ? 'point' : 'points'} to go
            </b>
          )}
        </>
      ) : (
        <span>
          No cash on this board.
          {prizeOf('rush') && isRushOpen && ' Millionaire Rush pays every day.'}
        </span>
      )}
    </p>
  );
}

type WaitProps = {
  count: number;
  /** Whether the phone has stored the result. If not, the result lasts as long as the page. */
  isSaved: boolean;
};

/** Says that results have not been sent yet. */
function WaitStrip({ count, isSaved }: WaitProps) {
  return (
    <p className={cx(placeBlockStyles.money, placeBlockStyles.waits)}>
      <Icon name="cloud-up" size={20} />
      <span>
        {!isSaved
          ? 'This phone cannot save your result. Keep the game open: we send it when you are back online'
          : count === 1
            ? '1 result waiting. It goes by itself.'
            : `${formatNumber(count)} results waiting. They go by themselves.`}
      </span>
    </p>
  );
}

type CountUpProps = {
  value: number;
  /** How long after full time the count begins, and how long it takes, in milliseconds. */
  afterMs: number;
  withinMs: number;
  /** Whether the figure is shown at once, without counting. */
  isStill: boolean;
  /** Whether the figure is not visible yet, so that the count does not begin. */
  isAside: boolean;
};

/** Points that count up from zero, once. A screen reader reads only the final figure. */
function CountUp({ value, afterMs, withinMs, isStill, isAside }: CountUpProps) {
  const shown = useRef<HTMLSpanElement>(null);
  const startedAt = useRef(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const figure = shown.current;
    if (!figure || isAside) return;
    startedAt.current ||= performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const part = (now - startedAt.current - afterMs) / withinMs;
      figure.textContent = formatNumber(Math.round(value * Math.min(1, Math.max(0, part))));
      if (part < 1) frame = requestAnimationFrame(draw);
      else setOver(true);
    };
    draw(performance.now());
    return () => cancelAnimationFrame(frame);
  }, [value, afterMs, withinMs, isAside]);
  if (isStill || isOver) return <span>{formatNumber(value)}</span>;
  return (
    <>
      <span ref={shown} aria-hidden="true">
        0
      </span>
      <span className="vh">{formatNumber(value)}</span>
    </>
  );
}

/** Offers sound and vibration once, to a player who has never turned either on or off (game.md#full-time). */
function FeelOffer() {
  const [isOpen, setOpen] = useState(() => !isSoundChosen() && !isVibrationChosen());
  // When the offer closes, the focus needs another place.
  useEffect(() => (isOpen ? findFocus : undefined), [isOpen]);
  if (!isOpen) return null;

  function choose(isOn: boolean) {
    chooseSound(isOn);
    if (canVibrate()) chooseVibration(isOn);
    setOpen(false);
  }

  return (
    <div className={styles.offer}>
      <p>{canVibrate() ? 'Sound and vibration?' : 'Sound?'}</p>
      <div className={styles.choice}>
        <Button size="sm" colour="line" onClick={() => choose(true)}>
          Turn on
        </Button>
        <Button size="sm" colour="line" onClick={() => choose(false)}>
          Not now
        </Button>
      </div>
    </div>
  );
}

type Seen = { points: UserPoints; seenAt: number };

/**
 * The figures of the player that this phone read before this game: their best game of the category and
 * level, and their place, seen at `seenAt` (epoch milliseconds). Only the first answer is kept, because a
 * later answer includes this game.
 */
function usePointsBefore({ category, level }: SavedRound) {
  const { id } = useSignedInPlayer();
  const query = userPointsQuery(id);
  const { data, dataUpdatedAt } = useQuery({ ...query, refetchOnMount: false });
  const client = useQueryClient();
  const [first, setFirst] = useState<Seen | null>(() => {
    const state = client.getQueryState<UserPoints>(query.queryKey);
    return state?.data ? { points: state.data, seenAt: state.dataUpdatedAt } : null;
  });
  if (!first && data) setFirst({ points: data, seenAt: dataUpdatedAt });
  const { bests = null, week = null } = first?.points ?? {};
  const own = bests?.find((best) => best.categoryId === category.id && best.level === level);
  return { best: own?.right ?? null, week, seenAt: first?.seenAt ?? 0 };
}
