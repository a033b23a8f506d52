import { type ReactNode, useEffect, useState } from 'react';
import { PageLoading } from '../../../components/page-loading.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import styles from './waiting.module.css';

/**
 * From here on a way out is shown: each call may take 30 s (flows.md#time-limit-of-a-call). In
 * milliseconds.
 */
const SLOW_AFTER_MS = 8000;

type Props = {
  text: string;
  /** The way out of a wait that lasts. */
  children?: ReactNode;
};

/** An entry that works by itself: what it does, and after a while the way round it. */
export function Waiting({ text, children }: Props) {
  usePageStart(text);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PageLoading>
      <Spinner size={40} />
      <div role="status">
        <h1 className={styles.text}>{text}</h1>
      </div>
      {isSlow && children && (
        <div role="status">
          <p>This takes longer than usual.</p>
          {children}
        </div>
      )}
    </PageLoading>
  );
}
