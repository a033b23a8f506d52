import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { staticImage } from '../../config/static-image.ts';
import type { Category } from '../../contract/categories.ts';
import type { User } from '../../contract/user.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import type { SavedRound } from '../../round/round-storage.ts';
import { isOpenRound } from '../../round/unfinished-round.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../rules/plays.ts';
import { InactiveDialog } from './inactive-dialog.tsx';
import { LevelButton } from './level-button.tsx';
import styles from './level-picker.module.css';
import { NeedCoinsDialog } from './need-coins-dialog.tsx';
import { SaveSwitch } from './save-switch.tsx';
import { TooManyDialog } from './too-many-dialog.tsx';
import { useStart } from './use-start.ts';

type Props = {
  category: Category;
  player: User;
  /** This week's points. */
  highScore: number;
  /** `undefined` while it is not known: the server then decides. */
  playsLeft: number | undefined;
  /** The player's unfinished rounds on this phone. */
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** A start has come to its end, also one whose sheet was closed. */
  onSettled: () => void;
};

/** 'Select Level': a level to play now, or to save for later (gameplay §2). */
export function LevelPicker(props: Props) {
  const { category, player, highScore, rounds, onPlay, onClose } = props;
  const [isForLater, setForLater] = useState(false);
  const whyNotSaved = useWhyNotSaved(rounds);
  const hasOpen = rounds.some(isOpenRound);
  const { obstacle, clearObstacle, pick, whyNot, starting } = useStart({ ...props, hasOpen });
  const balance = player.pointBalance ?? 0;

  if (obstacle?.type === 'inactive') {
    return <InactiveDialog player={player} onDone={clearObstacle} onLeave={onClose} />;
  }
  if (obstacle?.type === 'coins') {
    return <NeedCoinsDialog cost={obstacle.cost} balance={balance} onLeave={onClose} />;
  }
  if (obstacle?.type === 'too-many') {
    return <TooManyDialog rounds={rounds} onPlay={onPlay} onLeave={onClose} />;
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
              whyNot={whyNot({ level, isForLater })}
              onPick={() => pick({ level, isForLater })}
            />
          </li>
        ))}
      </ul>
      <SaveSwitch isOn={isForLater} onTurn={setForLater} whyNot={whyNotSaved} />
      <p className={styles.foot}>
        {QUESTIONS_PER_ROUND} questions. You have <b>{formatNumber(balance)}</b> coins.
      </p>
    </Dialog>
  );
}

/** Why no round can be saved at the moment, in words; `null` where one can. */
function useWhyNotSaved(rounds: readonly SavedRound[]): string | null {
  const isReachable = useReachable();
  if (!rounds.every(isOpenRound)) return 'You have a saved game. Play it first.';
  if (rounds.length >= UNFINISHED_ROUNDS_MAX) return 'Finish your open game first.';
  return isReachable ? null : 'Needs network';
}
