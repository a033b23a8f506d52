import { type ReactNode, useEffect, useState } from 'react';
import { NO_NETWORK } from '../lib/errors.ts';
import type { NetworkState } from '../lib/reachability.ts';
import type { ShownRead } from '../lib/shown-read.ts';
import { Age } from './age.tsx';
import { Button } from './button.tsx';
import { useStays } from './hooks.ts';
import { Notice } from './notice.tsx';
import { findFocus } from './screens.tsx';

const TITLES = {
  none: NO_NETWORK,
  slow: 'Slow network',
  good: 'This could not be refreshed',
} as const;

type Props = {
  line: NetworkState;
  /** The reads that the screen shows. */
  reads: readonly ShownRead[];
  /** Tries again when the button is pressed. Without it all `reads` are tried again. */
  onRetry?: () => void;
  /** The help that a screen without reads shows while there is no network. */
  help?: string;
  /** The strip is inside a page, instead of reaching from edge to edge below the bar. */
  inset?: boolean;
};

/**
 * The only place of a screen that tells the network's state and the age of the shown copies
 * (offline.md#the-line).
 */
export function NetworkStrip(props: Props) {
  const { line, reads } = props;
  useEffect(() => {
    if (line === 'good') spoken = null;
  }, [line]);
  const isOut = line === 'none' || reads.some(({ isError }) => isError);
  const isSlow = line === 'slow' && reads.length > 0;
  const isBusy = reads.some(({ isFetching }) => isFetching);
  // The button stays during a new try, so that it does not vanish under the finger.
  const canRetry = useStays(isOut, isBusy);
  if (!canRetry && !isSlow) return null;
  return (
    <Strip {...props} title={TITLES[line]} isOut={isOut} isBusy={isBusy} canRetry={canRetry} />
  );
}

/** The text that screen readers said last. The next screen does not repeat it. */
let spoken: string | null = null;

type StripProps = Omit<Props, 'line'> & {
  title: string;
  isOut: boolean;
  isBusy: boolean;
  canRetry: boolean;
};

function Strip({ reads, onRetry, help, inset, title, isOut, isBusy, canRetry }: StripProps) {
  const [told, setTold] = useState(title);
  // During a new try the strip keeps its title.
  if (told !== title && (isOut || !canRetry || !isBusy)) setTold(title);
  const [before] = useState(spoken);
  useEffect(() => {
    spoken = told;
  }, [told]);
  function retry() {
    for (const { refresh } of reads) refresh();
  }

  // When the strip goes away, a focus on its button moves to the page's heading.
  useEffect(() => () => queueMicrotask(findFocus), []);
  return (
    <Notice
      kind="warn"
      icon={told === TITLES.slow ? 'clock' : 'wifi-off'}
      flat={!inset}
      role={told === before ? undefined : 'status'}
      title={told}
      action={
        canRetry &&
        reads.length > 0 && (
          <Button size="sm" colour="line" loading={isBusy} onClick={onRetry ?? retry}>
            Try again
          </Button>
        )
      }
    >
      <span>{help ?? saidOf(reads, told)}</span>
    </Notice>
  );
}

function saidOf(reads: readonly ShownRead[], told: string): ReactNode {
  const ages = reads.map(({ savedAt }) => savedAt).filter((at) => at !== null);
  if (ages.length > 0)
    return (
      <>
        This is from <Age at={Math.min(...ages)} />
      </>
    );
  return told === TITLES.slow ? 'It takes longer than usual' : 'Nothing is saved on this phone yet';
}
