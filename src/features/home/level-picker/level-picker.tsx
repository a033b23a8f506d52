import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { staticImage } from '../../../config/static-image.ts';
import type { Category } from '../../../contract/categories.ts';
import type { User } from '../../../contract/user.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isOpenRound } from '../../../round/saved-round.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../rules/levels.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../../rules/plays.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { purchaseAtom } from '../../../session/purchase.ts';
import { InactiveDialog } from './inactive-dialog.tsx';
import { LevelButton } from './level-button.tsx';
import styles from './level-picker.module.css';
import { NeedCoinsDialog } from './need-coins-dialog.tsx';
import { OBSTACLE_WORDS } from './obstacles.ts';
import { SaveSwitch } from './save-switch.tsx';
import { UnfinishedDialog } from './unfinished-dialog.tsx';
import { useStartRound } from './use-start-round.ts';

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
  const { met, picked, pick, obstacleWords, starting } = useStartRound({ ...props, hasOpen });
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
      <ul className={styles.levels}>
        {LEVELS.map((level) => (
          <li key={level}>
            <LevelButton
              level={level}
              highScore={highScore}
              isStarting={starting === level}
              isPicked={picked === level}
              obstacle={obstacleWords({ level, isForLater })}
              onPick={() => pick({ level, isForLater })}
            />
          </li>
        ))}
      </ul>
      <SaveSwitch
        isOn={isForLater}
        onTurn={setForLater}
        obstacle={obstacleToSave(rounds, isReachable)}
      />
      <p className={styles.foot}>
        {QUESTIONS_PER_ROUND} questions. You have <b>{formatNumber(balance)}</b> coins.
      </p>
    </Dialog>
  );
}

/** What keeps a round from being saved at the moment, in words; `null` where nothing does. */
function obstacleToSave(rounds: readonly SavedRound[], isReachable: boolean): string | null {
  if (!rounds.every(isOpenRound)) return 'You have a saved game. Play it first.';
  if (rounds.length >= UNFINISHED_ROUNDS_MAX) return 'Finish your open game first.';
  return isReachable ? null : OBSTACLE_WORDS.network;
}
