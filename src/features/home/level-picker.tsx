import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, cx, Spinner } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Coin, SwitchMark } from '../../components/marks.tsx';
import { PageLink } from '../../components/page.tsx';
import { Meter } from '../../components/rows.tsx';
import { paths } from '../../config/paths.ts';
import { staticImage } from '../../config/static-image.ts';
import type { Category } from '../../contract/categories.ts';
import type { User } from '../../contract/user.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { isOpenRound, type SavedRound } from '../../round/store.ts';
import {
  LEVEL_NAMES,
  LEVELS,
  type Level,
  QUESTION_TIMER_MS,
  QUESTIONS_PER_ROUND,
} from '../../rules/levels.ts';
import { PLAN_NAMES, SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { DAILY_PLAY_CAP, UNFINISHED_ROUNDS_MAX } from '../../rules/plays.ts';
import { levelCost, rewardFigure } from '../../rules/scoring.ts';
import { dailyPlaysQuery, type KnownObstacle, useStartRound } from '../../start/start-round.ts';
import { purchaseAtom, startPurchase } from '../../subscription/asked-plan.ts';
import { useInactiveTitle } from '../../subscription/check.ts';
import styles from './level-picker.module.css';

type LevelPickerProps = {
  category: Category;
  player: User;
  highScore: number;
  /** `undefined` while the number is unknown; the server then decides. */
  playsLeft: number | undefined;
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** Called when a start has ended, even if the picker was closed meanwhile. */
  onSettled: () => void;
};

/** 'Select Level': starts a game of a level, or saves it for later (game.md#starting-a-round). */
export function LevelPicker(props: LevelPickerProps) {
  const { category, player, highScore, rounds, onPlay, onClose } = props;
  const [isForLater, setForLater] = useState(false);
  const isReachable = useReachable();
  const hasOpen = rounds.some(isOpenRound);
  const isBuying = useAtomValue(purchaseAtom) !== null;
  const { met, picked, pick, obstacleTo, starting } = useStartRound({ ...props, hasOpen });
  const reason = useRef<HTMLDivElement>(null);
  const whyId = useId();
  const balance = player.pointBalance ?? 0;

  // The purchase's dialog replaces this one. After it, the player is back at the level that they picked.
  if (isBuying) return null;
  if (met?.obstacle === 'inactive') return <InactiveDialog onLeave={onClose} />;
  if (met?.obstacle === 'coins') {
    const cost = levelCost(met.level, highScore);
    return <NeedCoinsDialog cost={cost} balance={balance} onLeave={onClose} />;
  }
  if (met?.obstacle === 'unfinished') {
    return <UnfinishedDialog rounds={rounds} onPlay={onPlay} onLeave={onClose} />;
  }
  const obstacles = LEVELS.map((level) => obstacleTo({ level, isForLater }));
  const first = obstacles.findIndex((obstacle) => obstacle !== null);
  const obstacle = obstacles[first] ?? null;
  // Whatever stops every level from being played also stops saving it, except an open game.
  const canSave = LEVELS.some((level) => obstacleTo({ level, isForLater: true }) === null);
  const isSayingWhy = obstacle !== null && starting === null;

  function choose(level: Level) {
    // An open game is explained and can be continued below. The start itself handles the other obstacles.
    if (obstacle === 'open') nudge(reason.current);
    else pick({ level, isForLater });
  }

  return (
    <Dialog
      title="Select Level"
      subtitle={category.name}
      head={
        <img
          className={styles.art}
          src={staticImage(category.image)}
          width="64"
          height="48"
          alt=""
        />
      }
      onClose={onClose}
    >
      {isSayingWhy ? (
        <Reason
          ref={reason}
          id={whyId}
          obstacle={obstacle}
          level={LEVELS[first] ?? 'easy'}
          playerId={player.id}
          highScore={highScore}
          balance={balance}
          rounds={rounds}
          onPlay={onPlay}
        />
      ) : (
        <p className={styles.lead}>
          {QUESTIONS_PER_ROUND} questions. You have <b>{formatNumber(balance)}</b> coins.
        </p>
      )}
      <ul className={styles.levels}>
        {LEVELS.map((level, index) => (
          <li key={level}>
            <LevelButton
              level={level}
              highScore={highScore}
              isStarting={starting === level}
              isPicked={picked === level}
              isOff={starting ? starting !== level : obstacles[index] !== null}
              whyId={isSayingWhy ? whyId : undefined}
              isForLater={isForLater}
              onPick={() => choose(level)}
            />
          </li>
        ))}
      </ul>
      {(isForLater || canSave) && (
        <SaveSwitch
          isOn={isForLater}
          onTurn={setForLater}
          obstacle={obstacleToSave(rounds, isReachable)}
        />
      )}
      <p className={styles.foot}>
        {isSayingWhy && HAS_PRACTICE.includes(obstacle) ? (
          <>
            Practice is free.{' '}
            <PageLink to={paths.practice} className={styles.practice ?? ''} onClick={onClose}>
              Practice
            </PageLink>
          </>
        ) : (
          'Coins go at the start. Coins of questions you do not see come back.'
        )}
      </p>
    </Dialog>
  );
}

/** The obstacles that stop a game but not practice. */
const HAS_PRACTICE = ['plays', 'coins', 'network'];

/** Says why no round can be saved at the moment; `null` if saving is possible. */
function obstacleToSave(rounds: readonly SavedRound[], isReachable: boolean): string | null {
  if (!rounds.every(isOpenRound)) return 'You have a saved game. Play it first.';
  if (rounds.length >= UNFINISHED_ROUNDS_MAX) return 'Finish your open game first.';
  return isReachable ? null : 'Needs network';
}

type LevelButtonProps = {
  level: Level;
  highScore: number;
  isStarting: boolean;
  /** Whether this level gets the focus, because an obstacle that stopped its start has just been closed. */
  isPicked: boolean;
  /** Whether the level cannot be started now. The element with the id `whyId` says why. */
  isOff: boolean;
  whyId: string | undefined;
  /** Whether a tap saves a game for later instead of starting it. */
  isForLater: boolean;
  onPick: () => void;
};

function LevelButton(props: LevelButtonProps) {
  const { level, highScore, isStarting, isPicked, isOff, whyId, isForLater, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isPicked) button.current?.focus({ preventScroll: true });
  }, [isPicked]);
  return (
    <button
      ref={button}
      type="button"
      className={cx(styles.level, isOff ? styles.off : styles[level], isForLater && styles.saving)}
      onClick={onPick}
      aria-busy={isStarting || undefined}
      // A level with an obstacle stays tappable. Only while another level starts, it is disabled.
      aria-disabled={(isOff && !whyId) || undefined}
      aria-describedby={isOff ? whyId : undefined}
    >
      <span className={styles.badge}>
        {isStarting ? <Spinner size={26} /> : <Icon name={`level-${level}`} size={28} />}
      </span>
      <span className={styles.body}>
        <span className={styles.main}>
          <b>
            {LEVEL_NAMES[level]}{' '}
            <span className={styles.save} aria-hidden={!isForLater}>
              <Icon name="download" size={13} />
              Save
            </span>
          </b>{' '}
          <span className={styles.facts}>{QUESTION_TIMER_MS[level] / 1000} seconds each</span>{' '}
          <span className={styles.facts}>{formatNumber(levelCost(level, highScore))} coins</span>
        </span>{' '}
        <span className={styles.reward}>
          <b>
            {formatNumber(rewardFigure(level, highScore))} <small>RP</small>
          </b>{' '}
          <span>points for {QUESTIONS_PER_ROUND} right</span>
        </span>
      </span>
    </button>
  );
}

type ReasonProps = {
  id: string;
  obstacle: KnownObstacle;
  /** The first level that the obstacle stops from being started. */
  level: Level;
  playerId: string;
  highScore: number;
  balance: number;
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  ref: RefObject<HTMLDivElement | null>;
};

/** Says once why a level cannot be started now, with what the player can do about it. */
function Reason(props: ReasonProps) {
  const { id, obstacle, level, playerId, highScore, balance, rounds, onPlay, ref } = props;
  const inactiveTitle = useInactiveTitle();
  const open = rounds.find(isOpenRound);
  const say = (title: string, help: ReactNode, way?: ReactNode) => (
    <div ref={ref} tabIndex={-1} role="status" className={styles.reason}>
      <p id={id} className={styles.words}>
        <Icon name="warn" className={styles.sign} />
        <span>
          <b>{title}</b> {help}
        </span>
      </p>
      {way}
    </div>
  );

  switch (obstacle) {
    case 'open':
      return say(
        'Another game is open',
        open && `${open.category.name}, ${LEVEL_NAMES[open.level]}.`,
        open && (
          <Button icon="play" onClick={() => onPlay(open)}>
            Go on with it
          </Button>
        ),
      );
    case 'network':
      return say(
        'Needs network',
        rounds.length > 0 ? 'You can play what you saved.' : 'No game is saved on this phone.',
        <TryAgain playerId={playerId} />,
      );
    case 'inactive':
      return say(
        inactiveTitle,
        `${PLAN_NAMES.daily} or ${PLAN_NAMES.weekly}: you get ${formatNumber(SUBSCRIPTION_COINS)} coins.`,
        <Button onClick={() => startPurchase({ what: 'plan', door: 'level' })}>
          Start Subscription
        </Button>,
      );
    case 'plays':
      return say('No plays left today', `${DAILY_PLAY_CAP} new ones at midnight.`);
    case 'coins': {
      const cost = formatNumber(levelCost(level, highScore));
      return say(
        'Not enough coins',
        `You have ${formatNumber(balance)}. ${LEVEL_NAMES[level]} takes ${cost}.`,
        <Button onClick={() => startPurchase({ what: 'coins', door: 'level' })}>Buy coins</Button>,
      );
    }
  }
}

/** Checks whether the network is back, by asking the server how many plays are left. */
function TryAgain({ playerId }: { playerId: string }) {
  const plays = useQuery({ ...dailyPlaysQuery(playerId), enabled: false });
  return (
    <Button icon="refresh" loading={plays.isFetching} onClick={() => void plays.refetch()}>
      Try again
    </Button>
  );
}

/** Moves the reason and focuses it, so that it is noticed and read out again. */
function nudge(reason: HTMLElement | null): void {
  if (!reason) return;
  const { nudged = '' } = styles;
  reason.classList.remove(nudged);
  // Reading a size forces a layout. Without it the browser would not restart the animation.
  void reason.offsetWidth;
  reason.classList.add(nudged);
  reason.focus();
}

type SaveSwitchProps = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  /** Why no game can be saved at the moment; `null` if saving is possible. */
  obstacle: string | null;
};

/** Stays on until the player turns it off: a lost connection must not turn a save into a game. */
function SaveSwitch({ isOn, onTurn, obstacle }: SaveSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={obstacle !== null && !isOn}
      className={cx(styles.saveSwitch, isOn && styles.on)}
      onClick={() => onTurn(!isOn)}
    >
      <span>
        <b>Save for later</b>{' '}
        <small>
          {obstacle ??
            (isOn
              ? 'Coins go now. Play it any time in 24 hours.'
              : 'Play it when network goes, within 24 hours.')}
        </small>
      </span>
      <SwitchMark />
      <span className={styles.word} aria-hidden="true">
        {isOn ? 'On' : 'Off'}
      </span>
    </button>
  );
}

/** Offers the two plans, or the way home (pages.md#your-subscription-has-ended). */
function InactiveDialog({ onLeave }: { onLeave: () => void }) {
  const title = useInactiveTitle();
  return (
    <ChoiceDialog
      title={title}
      lead={
        <>
          {PLAN_NAMES.daily} or {PLAN_NAMES.weekly}: you get{' '}
          <b>{formatNumber(SUBSCRIPTION_COINS)} coins</b>.
        </>
      }
    >
      <Button size="lg" onClick={() => startPurchase({ what: 'plan', door: 'level' })}>
        Start Subscription
      </Button>
      <Button colour="line" onClick={onLeave}>
        Go Home
      </Button>
    </ChoiceDialog>
  );
}

type NeedCoinsDialogProps = { cost: number; balance: number; onLeave: () => void };

/** Says that the player has too few coins for the picked level (pages.md#not-enough-coins). */
function NeedCoinsDialog({ cost, balance, onLeave }: NeedCoinsDialogProps) {
  const have = formatNumber(balance);
  const need = formatNumber(cost);
  return (
    <Dialog title="Not enough coins" head={<CoinPile />} centred blocking>
      <p className={styles.needCoinsLead}>
        This game needs <b>{need} coins</b>.<br />
        You have <b>{have}</b>.
      </p>
      <Meter value={balance} max={cost} aria-hidden="true" />
      <p className={styles.ends} aria-hidden="true">
        <span>{have}</span>
        <span>{need}</span>
      </p>
      <div className={styles.ways}>
        <Button
          size="lg"
          icon={<Coin />}
          onClick={() => startPurchase({ what: 'coins', door: 'level' })}
        >
          Buy Coins
        </Button>
        <Button colour="line" onClick={onLeave}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}

function CoinPile() {
  return (
    <svg width="120" height="92" viewBox="0 0 120 92" aria-hidden="true">
      <g className={styles.missing}>
        <ellipse cx="60" cy="20" rx="38" ry="12" />
        <path d="M22 20v36M98 20v36" />
      </g>
      <ellipse cx="60" cy="76" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="70" rx="38" ry="12" className={styles.face} />
      <ellipse cx="60" cy="62" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="56" rx="38" ry="12" className={styles.face} />
      <path d="M60 49l17 5-6.5 8h-21L43 54z" className={styles.edge} />
    </svg>
  );
}

type UnfinishedDialogProps = {
  /** The unfinished rounds on this phone. The player's other unfinished rounds are on other phones. */
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onLeave: () => void;
};

/** Says that two rounds are unfinished, here or on another phone (game.md#unfinished-rounds). */
function UnfinishedDialog({ rounds: [first], onPlay, onLeave }: UnfinishedDialogProps) {
  return (
    <ChoiceDialog
      title="You have two unfinished games"
      lead={
        first
          ? 'Finish one of them first.'
          : 'Finish one of them first. They may be on another phone. A game ends by itself after 24 hours.'
      }
    >
      {first && (
        <Button icon="play" onClick={() => onPlay(first)}>
          {isOpenRound(first) ? 'Go on with your open game' : 'Play your saved game'}
        </Button>
      )}
      <Button colour={first ? 'line' : 'primary'} onClick={onLeave}>
        Go Home
      </Button>
    </ChoiceDialog>
  );
}
