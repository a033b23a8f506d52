import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { useReachable } from '../../offline/use-reachable.ts';

type Props = {
  /** Says what is missing: `Your tickets`. */
  what: string;
  read: UseQueryResult<unknown>;
  /** Stands there while it is on its way. */
  children: ReactNode;
};

/** In place of what has not been read yet and is not on the phone; without a line that is no error. */
export function Unread({ what, read, children }: Props) {
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
