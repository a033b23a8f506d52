import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isOpenRound } from '../../../round/saved-round.ts';
import { LEVEL_NAMES, type Level } from '../../../rules/levels.ts';
import { PLAN_NAMES, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { dailyPlaysQuery } from '../../../start/plays.ts';
import type { KnownObstacle } from '../../../start/use-start-round.ts';
import { startPurchase } from '../../../subscription/purchase.ts';
import { useInactiveTitle } from '../../../subscription/use-inactive-title.ts';
import styles from './reason.module.css';

type Props = {
  id: string;
  obstacle: KnownObstacle;
  /** The first level that it keeps from being started. */
  level: Level;
  playerId: string;
  highScore: number;
  balance: number;
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  ref: RefObject<HTMLDivElement | null>;
};

/** Why a level cannot be started now, said once, with the way out of it. */
export function Reason(props: Props) {
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

/** Looks whether the network is back, by asking for the plays that are left. */
function TryAgain({ playerId }: { playerId: string }) {
  const plays = useQuery({ ...dailyPlaysQuery(playerId), enabled: false });
  return (
    <Button icon="refresh" loading={plays.isFetching} onClick={() => void plays.refetch()}>
      Try again
    </Button>
  );
}

/** Shows and reads out the reason again. */
export function nudge(reason: HTMLElement | null): void {
  if (!reason) return;
  const { nudged = '' } = styles;
  reason.classList.remove(nudged);
  // Without a layout between them the browser would see no change.
  void reason.offsetWidth;
  reason.classList.add(nudged);
  reason.focus();
}
