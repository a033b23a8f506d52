import { cx } from '../../../components/cx.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { RoundBest } from '../../../contract/boards.ts';
import type { Category } from '../../../contract/categories.ts';
import { isOpenRound, type SavedRound } from '../../../round/saved-round.ts';
import styles from './category-grid.module.css';
import { CategoryTile } from './category-tile.tsx';

type Props = {
  /** `undefined` while they are on their way. */
  categories: Category[] | undefined;
  hasFailed: boolean;
  isReachable: boolean;
  /** For who has never played: pictures, and nothing of what was played. */
  isBig: boolean;
  bests: readonly RoundBest[] | null;
  /** The rounds on the phone. */
  rounds: readonly SavedRound[];
  onRetry: () => void;
  onPick: (category: Category) => void;
};

/** As many tiles as there are competitions, so that nothing moves when they come. */
const TILES_WHILE_LOADING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CategoryGrid(props: Props) {
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
  const grid = cx(styles.grid, isBig && styles.big);
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
