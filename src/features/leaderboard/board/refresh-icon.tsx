import { IconButton } from '../../../components/button.tsx';
import styles from './refresh-icon.module.css';

type Props = { isBusy: boolean; onRefresh: () => void };

/** Asks for a board anew, from the bar. */
export function RefreshIcon({ isBusy, onRefresh }: Props) {
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
