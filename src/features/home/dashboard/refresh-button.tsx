import { useEffect } from 'react';
import { LinkButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { findFocus } from '../../../components/use-page-start.ts';
import styles from './refresh-button.module.css';

type Props = { isBusy: boolean; onRefresh: () => void };

export function RefreshButton({ isBusy, onRefresh }: Props) {
  // It goes when the line does: whoever stood on it stands on the page's heading then.
  useEffect(() => () => queueMicrotask(findFocus), []);
  return (
    <LinkButton
      className={styles.refresh}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onRefresh}
    >
      {isBusy ? <Spinner size={18} /> : <Icon name="refresh" size={18} />}
      Refresh
    </LinkButton>
  );
}
