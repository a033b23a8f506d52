import { cx } from '../../../components/cx.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { staticImage } from '../../../config/static-image.ts';
import type { Category } from '../../../contract/categories.ts';
import styles from './category-grid.module.css';

type Props = {
  /** `undefined` while they are on their way. */
  categories: Category[] | undefined;
  hasFailed: boolean;
  /** Without a network: the categories of which a round is on the phone; else `null`. */
  ready: ReadonlySet<string> | null;
  onRetry: () => void;
  onPick: (category: Category) => void;
};

/** As many tiles as there are competitions, so that nothing moves when they come. */
const TILES_WHILE_LOADING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CategoryGrid({ categories, hasFailed, ready, onRetry, onPick }: Props) {
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
  if (categories.length === 0) {
    return (
      <EmptyState
        title="No competition is open"
        help="Look again later."
        action="Try again"
        onAction={onRetry}
      />
    );
  }
  return (
    <ul className={styles.grid}>
      {categories.map((category, index) => (
        <li key={category.id}>
          <button
            type="button"
            className={cx(styles.tile, ready && !ready.has(category.id) && styles.off)}
            onClick={() => onPick(category)}
          >
            <img
              src={staticImage(category.image)}
              width="160"
              height="120"
              alt=""
              loading={index < 4 ? 'eager' : 'lazy'}
            />
            <span className={styles.name}>{category.name}</span>
            {ready && <Note isReady={ready.has(category.id)} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Note({ isReady }: { isReady: boolean }) {
  return (
    <>
      {' '}
      <span className={cx(styles.note, isReady && styles.ready)}>
        <Icon name={isReady ? 'check' : 'wifi-off'} size={16} />
        {isReady ? 'Ready to play' : 'Needs network'}
      </span>
    </>
  );
}
