import type { UseQueryResult } from '@tanstack/react-query';

/** What a screen shows of a read, and the way to ask for it anew. */
export type ShownRead = {
  /** Epoch milliseconds; `null` where there is nothing to show. */
  savedAt: number | null;
  isError: boolean;
  isFetching: boolean;
  refresh: () => void;
};

/** What a screen shows of a query. */
export function shownRead(read: UseQueryResult<unknown>): ShownRead {
  const { data, dataUpdatedAt, isError, isFetching } = read;
  return {
    savedAt: data === undefined ? null : dataUpdatedAt,
    isError,
    isFetching,
    refresh: () => void read.refetch({ cancelRefetch: false }),
  };
}
