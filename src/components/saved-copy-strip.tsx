import { useEffect, useState } from 'react';
import { savedAtText } from '../lib/time.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { findFocus } from './use-page-start.ts';

type Props = {
  isReachable: boolean;
  /** Epoch milliseconds of the oldest copy shown; `null` when there is none. */
  savedAt: number | null;
  isBusy: boolean;
  onRetry: () => void;
};

/** Says that a screen shows saved data, and how old it is; the same while it is tried again. */
export function SavedCopyStrip({ isReachable, savedAt, isBusy, onRetry }: Props) {
  const title = isReachable ? 'This could not be refreshed' : 'You are offline';
  const [told, setTold] = useState(title);
  // While it is tried again the button would leave the finger that is on it.
  if (told !== title && (!isBusy || !isReachable)) setTold(title);
  // Once it is through, its button has gone.
  useEffect(() => () => queueMicrotask(findFocus), []);
  return (
    <Notice
      kind="warn"
      icon="wifi-off"
      flat
      role="status"
      title={told}
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
