import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { useReachable } from '../../offline/use-reachable.ts';
import styles from './parts.module.css';

type Figure = { name: string; value: ReactNode; isGold?: boolean };

/** Shows figures side by side on a dark ground; in large text, below each other. */
export function Trio({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={cx('on-night', styles.trio)}>
      {figures.map(({ name, value, isGold }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(isGold && styles.gold)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type UnreadProps = {
  /** The name of the missing data: `Your tickets`. */
  what: string;
  read: UseQueryResult<unknown>;
  /** Shown while the data is being read. */
  children: ReactNode;
};

/** Shown for data that the phone does not have. Offline, that is not called an error. */
export function Unread({ what, read, children }: UnreadProps) {
  const isReachable = useReachable();
  if (!isReachable) {
    return (
      <EmptyState
        art={<Icon name="wifi-off" size={64} />}
        title="Not on this phone yet"
        help="Open this page once with network. After that you see it when network goes, too."
      />
    );
  }
  if (!read.isError) return children;
  return (
    <EmptyState
      isError
      title={`${what} could not be retrieved`}
      action="Try again"
      onAction={() => void read.refetch()}
    />
  );
}
