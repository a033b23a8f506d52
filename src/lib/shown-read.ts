import type { UseQueryResult } from '@tanstack/react-query';

/** A read as a screen shows it, and the function that reads it again. */
export type ShownRead = {
  /** When the shown data was saved, in epoch milliseconds. `null` where there is nothing to show. */
  savedAt: number | null;
  isError: boolean;
  isFetching: boolean;
  refresh: () => void;
};

/** Gives the part of a query that a screen shows. */
export function shownRead(read: UseQueryResult<unknown>): ShownRead {
  const { data, dataUpdatedAt, isError, isFetching } = read;
  return {
    savedAt: data === undefined ? null : dataUpdatedAt,
    isError,
    isFetching,
    refresh: () => void read.refetch({ cancelRefetch: false }),
  };
}
