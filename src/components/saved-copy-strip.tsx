import { savedAtText } from '../lib/time.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  isReachable: boolean;
  /** Epoch milliseconds of the oldest copy shown; `null` when there is none. */
  savedAt: number | null;
  isBusy: boolean;
  onRetry: () => void;
};

/** Says that a screen shows saved data, and how old it is. */
export function SavedCopyStrip({ isReachable, savedAt, isBusy, onRetry }: Props) {
  return (
    <Notice
      kind="warn"
      icon="wifi-off"
      flat
      role="status"
      title={isReachable ? 'This could not be refreshed' : 'You are offline'}
      action={
        <Button size="sm" colour="line" loading={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <span>
        {savedAt === null ? 'Nothing is saved on this phone yet' : savedAtText(savedAt, Date.now())}
      </span>
    </Notice>
  );
}
