import { SavedCopyStrip } from '../../../components/saved-copy-strip.tsx';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { ReadBoard } from '../api/use-board.ts';

type Props = { reads: ReadBoard[] };

/** Says how old the boards on the screen are where they could not be asked for anew. */
export function BoardStrip({ reads }: Props) {
  const isReachable = useReachable();
  if (isReachable && !reads.some(({ isError }) => isError)) return null;
  const ages = reads.map(({ savedAt }) => savedAt).filter((at) => at !== null);
  return (
    <SavedCopyStrip
      isReachable={isReachable}
      savedAt={ages.length > 0 ? Math.min(...ages) : null}
      isBusy={reads.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refresh } of reads) refresh();
      }}
    />
  );
}
