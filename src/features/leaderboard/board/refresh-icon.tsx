import { IconButton } from '../../../components/button.tsx';
import type { ShownRead } from '../../../lib/shown-read.ts';
import styles from './refresh-icon.module.css';

type Props = { reads: readonly ShownRead[]; onRefresh: () => void };

/** Asks for a board anew, from the bar. */
export function RefreshIcon({ reads, onRefresh }: Props) {
  const isBusy = reads.some(({ isFetching }) => isFetching);
  return (
    <IconButton
      icon="refresh"
      aria-label="Refresh"
      aria-busy={isBusy}
      className={styles.refresh}
      onClick={isBusy ? undefined : onRefresh}
    />
  );
}
