import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { env } from '../../config/env.ts';
import type { Category } from '../../contract/categories.ts';
import styles from './category-grid.module.css';

type Props = {
  /** `undefined` while they are on their way. */
  categories: Category[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  onPick: (category: Category) => void;
};

/** As many tiles as there are competitions, so that nothing moves when they come. */
const TILES_WHILE_LOADING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CategoryGrid({ categories, hasFailed, onRetry, onPick }: Props) {
  if (!categories && hasFailed) {
    return (
      <EmptyState
        title="Failed to load categories"
        help="Check your network, then try again."
        action="Try again"
        onAction={onRetry}
      />
    );
  }
  if (!categories) {
    return (
      <div className={styles.grid} role="status" aria-label="Loading the competitions">
        {TILES_WHILE_LOADING.map((tile) => (
          <Skeleton key={tile} className={styles.loading} />
        ))}
      </div>
    );
  }
  return (
    <ul className={styles.grid}>
      {categories.map((category, index) => (
        <li key={category.id}>
          <button type="button" className={styles.tile} onClick={() => onPick(category)}>
            <img
              src={`${env.staticUrl}/${encodeURIComponent(category.image)}`}
              width="160"
              height="120"
              alt=""
              loading={index < 4 ? 'eager' : 'lazy'}
            />
            <span>{category.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
