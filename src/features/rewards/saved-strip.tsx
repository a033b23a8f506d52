import type { UseQueryResult } from '@tanstack/react-query';
import { SavedCopyStrip } from '../../components/saved-copy-strip.tsx';
import { useReachable } from '../../offline/use-reachable.ts';

/** What could not be read anew says how old it is. */
export function SavedStrip({ reads }: { reads: readonly UseQueryResult<unknown>[] }) {
  const isReachable = useReachable();
  if (isReachable && !reads.some(({ isError }) => isError)) return null;
  const ages = reads.filter(({ data }) => data).map(({ dataUpdatedAt }) => dataUpdatedAt);
  return (
    <SavedCopyStrip
      isReachable={isReachable}
      savedAt={ages.length > 0 ? Math.min(...ages) : null}
      isBusy={reads.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of reads) void refetch();
      }}
    />
  );
}
