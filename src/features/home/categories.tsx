import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { staticImage } from '../../config/static-image.ts';
import type { RoundBest } from '../../contract/boards.ts';
import type { Category } from '../../contract/categories.ts';
import { isOpenRound, type SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES, LEVEL_WON_RIGHT, LEVELS, type Level } from '../../rules/levels.ts';
import styles from './categories.module.css';
import { useShownBefore } from './reads.ts';

type CategoryGridProps = {
  /** `undefined` until the server has answered. */
  categories: Category[] | undefined;
  hasFailed: boolean;
  isReachable: boolean;
  /** Set for a player who has never played: the tiles have pictures, and say nothing about past games. */
  isBig: boolean;
  bests: readonly RoundBest[] | null;
  /** The rounds on the phone. */
  rounds: readonly SavedRound[];
  onRetry: () => void;
  onPick: (category: Category) => void;
};

/** The placeholders are as many as the competitions, so that nothing moves when these arrive. */
const TILES_WHILE_LOADING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CategoryGrid(props: CategoryGridProps) {
  const { categories, hasFailed, isReachable, isBig, bests, rounds, onRetry, onPick } = props;
  if (!categories && hasFailed) {
    return (
      <EmptyState
        isError
        title="Failed to load categories"
        help="Check your network, then try again."
        action="Try again"
        onAction={onRetry}
      />
    );
  }
  const grid = cx(styles.grid, isBig && styles.bigGrid);
  if (!categories) {
    return (
      <div className={grid} role="status" aria-label="Loading the competitions">
        {TILES_WHILE_LOADING.map((tile) => (
          <Skeleton key={tile} className={styles.loading} />
        ))}
      </div>
    );
  }
  if (categories.length === 0) {
    return (
      <EmptyState
        art={<Icon name="whistle" size={64} />}
        title="No competition is open"
        help="Look again later."
        action="Try again"
        onAction={onRetry}
      />
    );
  }
  return (
    <ul className={grid}>
      {categories.map((category, index) => {
        const own = rounds.filter((round) => round.category.id === category.id);
        return (
          <li key={category.id}>
            <CategoryTile
              category={category}
              isBig={isBig}
              bests={bests}
              hasSaved={!own.every(isOpenRound)}
              isReady={isReachable ? null : own.length > 0}
              isInSight={index < (isBig ? 4 : 8)}
              onPick={() => onPick(category)}
            />
          </li>
        );
      })}
    </ul>
  );
}

type CategoryTileProps = {
  category: Category;
  /** Whether the tile has a picture above the name, and nothing about past games. */
  isBig: boolean;
  /** `null` if the API does not send them. */
  bests: readonly RoundBest[] | null;
  hasSaved: boolean;
  /** Offline: whether the phone has a game of this competition. Online: `null`. */
  isReady: boolean | null;
  isInSight: boolean;
  onPick: () => void;
};

function CategoryTile(props: CategoryTileProps) {
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

/** Shows the levels that the player has won in a competition (game.md#best-game). */
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
