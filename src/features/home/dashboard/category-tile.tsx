import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { staticImage } from '../../../config/static-image.ts';
import type { RoundBest } from '../../../contract/boards.ts';
import type { Category } from '../../../contract/categories.ts';
import { LEVEL_NAMES, LEVEL_WON_RIGHT, LEVELS, type Level } from '../../../rules/levels.ts';
import styles from './category-tile.module.css';
import { useShownBefore } from './use-shown-before.ts';

type Props = {
  category: Category;
  /** The picture above the name, and nothing of what was played. */
  isBig: boolean;
  /** `null` where nobody tells. */
  bests: readonly RoundBest[] | null;
  hasSaved: boolean;
  /** Without a network: whether a game of it is on the phone; else `null`. */
  isReady: boolean | null;
  isInSight: boolean;
  onPick: () => void;
};

export function CategoryTile(props: Props) {
  const { category, isBig, bests, hasSaved, isReady, isInSight, onPick } = props;
  return (
    <button
      type="button"
      className={cx(styles.tile, isBig && styles.big, isReady === false && styles.off)}
      onClick={onPick}
    >
      <img
        src={staticImage(category.image)}
        width="160"
        height="120"
        alt=""
        loading={isInSight ? 'eager' : 'lazy'}
      />
      <span className={styles.main}>
        <b>{category.name}</b>{' '}
        {isReady !== null ? (
          <Note isReady={isReady} />
        ) : (
          bests && !isBig && <Bests categoryId={category.id} bests={bests} />
        )}
      </span>
      {hasSaved && (
        <span className={styles.saved}>
          {' '}
          <Icon name="download" size={15} label="A saved game" />
        </span>
      )}
    </button>
  );
}

/** The levels that were won here (game.md#best-game). */
function Bests({ categoryId, bests }: { categoryId: string; bests: readonly RoundBest[] }) {
  const own = bests.filter((best) => best.categoryId === categoryId);
  const won = LEVELS.filter((level) =>
    own.some((best) => best.level === level && best.right >= LEVEL_WON_RIGHT),
  );
  const before = useShownBefore(`won ${categoryId}`, won.join());
  const isNew = (level: Level) => before?.split(',').includes(level) === false;
  const names = won.map((level) => LEVEL_NAMES[level]).join(', ') || 'none yet';
  return (
    <span className={styles.bests} role="img" aria-label={`Levels won: ${names}`}>
      {LEVELS.map((level) => (
        <i
          key={level}
          className={
            won.includes(level) ? cx(styles[level], isNew(level) && styles.pop) : undefined
          }
        >
          <Icon name={`level-${level}`} size={13} />
        </i>
      ))}
    </span>
  );
}

function Note({ isReady }: { isReady: boolean }) {
  return (
    <span className={cx(styles.note, isReady && styles.ready)}>
      <Icon name={isReady ? 'check' : 'wifi-off'} size={16} />
      {isReady ? 'Ready to play' : 'Needs network'}
    </span>
  );
}
