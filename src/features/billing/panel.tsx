import type { ReactNode } from 'react';
import { SavedCopyStrip } from '../../components/saved-copy-strip.tsx';
import { useReachable } from '../../offline/use-reachable.ts';
import type { SavedRead } from './api/use-saved-read.ts';
import styles from './panel.module.css';

type Props = { read: SavedRead<unknown>; children: ReactNode };

/** What a tab holds; what could not be read anew says how old it is. */
export function Panel({ read, children }: Props) {
  const isReachable = useReachable();
  return (
    <>
      {read.hasFailed && (
        <SavedCopyStrip
          isReachable={isReachable}
          savedAt={read.savedAt}
          isBusy={read.isFetching}
          onRetry={read.refresh}
        />
      )}
      <div className={styles.panel}>{children}</div>
    </>
  );
}
