import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastError } from '../../../components/toast.ts';
import { useReachable } from '../../../offline/use-reachable.ts';

export type SavedRead<Data> = {
  data: Data | undefined;
  /** Epoch milliseconds; `null` where there is nothing to show. */
  savedAt: number | null;
  /** It could not be read anew; a copy may be shown. */
  hasFailed: boolean;
  isFetching: boolean;
  refresh: () => void;
};

/** A read whose failure shows what is saved, and says `failure` (flows.md#billing-tabs). */
export function useSavedRead<Data>(read: UseQueryResult<Data>, failure: string): SavedRead<Data> {
  const isReachable = useReachable();
  const { data, dataUpdatedAt, failureCount, isError, isFetching } = read;
  // Without a line, as far as is known, nobody waits for the next tries to be told so.
  const isInVain = failureCount > 0 && !isReachable;
  const hasFailed = isError || isInVain;
  useEffect(() => {
    if (hasFailed) toastError(failure);
  }, [hasFailed, failure]);
  return {
    data,
    savedAt: data === undefined ? null : dataUpdatedAt,
    hasFailed,
    isFetching,
    refresh: () => void read.refetch({ cancelRefetch: false }),
  };
}
