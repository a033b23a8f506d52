import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastError } from '../../../components/toast.ts';
import { type ShownRead, shownRead } from '../../../lib/shown-read.ts';
import { useReachable } from '../../../offline/use-reachable.ts';

export type SavedRead<Data> = ShownRead & {
  data: Data | undefined;
  /** It could not be read anew; a copy may be shown. */
  hasFailed: boolean;
};

/** A read whose failure shows what is saved, and says `failure` (flows.md#billing-tabs). */
export function useSavedRead<Data>(read: UseQueryResult<Data>, failure: string): SavedRead<Data> {
  const isReachable = useReachable();
  const { data, failureCount, isError } = read;
  // Without a line, as far as is known, nobody waits for the next tries to be told so.
  const isInVain = failureCount > 0 && !isReachable;
  const hasFailed = isError || isInVain;
  useEffect(() => {
    if (hasFailed) toastError(failure);
  }, [hasFailed, failure]);
  return { ...shownRead(read), data, hasFailed };
}
