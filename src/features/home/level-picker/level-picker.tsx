import { useAtomValue } from 'jotai';
import { useId, useRef, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import { staticImage } from '../../../config/static-image.ts';
import type { Category } from '../../../contract/categories.ts';
import type { User } from '../../../contract/user.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isOpenRound } from '../../../round/saved-round.ts';
import { LEVELS, type Level, QUESTIONS_PER_ROUND } from '../../../rules/levels.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../../rules/plays.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { useStartRound } from '../../../start/use-start-round.ts';
import { purchaseAtom } from '../../../subscription/purchase.ts';
import { InactiveDialog } from './inactive-dialog.tsx';
import { LevelButton } from './level-button.tsx';
import styles from './level-picker.module.css';
import { NeedCoinsDialog } from './need-coins-dialog.tsx';
import { nudge, Reason } from './reason.tsx';
import { SaveSwitch } from './save-switch.tsx';
import { UnfinishedDialog } from './unfinished-dialog.tsx';

type Props = {
  category: Category;
  player: User;
  highScore: number;
  /** `undefined` while it is not known: the server then decides. */
  playsLeft: number | undefined;
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** A start has come to its end, also one whose sheet was closed. */
  onSettled: () => void;
};

/** 'Select Level': a level to play now, or to save for later (game.md#starting-a-round). */
export function LevelPicker(props: Props) {
  const { category, player, highScore, rounds, onPlay, onClose } = props;
  const [isForLater, setForLater] = useState(false);
  const isReachable = useReachable();
  const hasOpen = rounds.some(isOpenRound);
  const isBuying = useAtomValue(purchaseAtom) !== null;
  const { met, picked, pick, obstacleTo, starting } = useStartRound({ ...props, hasOpen });
  const reason = useRef<HTMLDivElement>(null);
  const whyId = useId();
  const balance = player.pointBalance ?? 0;

  // The purchase stands where this stood; after it the player is back at the level they picked.
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
  // What keeps every level from being played keeps it from being saved, but for an open game.
  const canSave = LEVELS.some((level) => obstacleTo({ level, isForLater: true }) === null);
  const isSayingWhy = obstacle !== null && starting === null;

  function choose(level: Level) {
    // The reason has the way on; what it says of the others is decided by the start itself.
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

/** What keeps a game from being played, but not practice. */
const HAS_PRACTICE = ['plays', 'coins', 'network'];

/** What keeps a round from being saved at the moment, in words; `null` where nothing does. */
function obstacleToSave(rounds: readonly SavedRound[], isReachable: boolean): string | null {
  if (!rounds.every(isOpenRound)) return 'You have a saved game. Play it first.';
  if (rounds.length >= UNFINISHED_ROUNDS_MAX) return 'Finish your open game first.';
  return isReachable ? null : 'Needs network';
}
