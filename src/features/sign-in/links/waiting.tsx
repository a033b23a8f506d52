import { type ReactNode, useEffect, useState } from 'react';
import { PageLoading } from '../../../components/page-loading.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import styles from './waiting.module.css';

/** Milliseconds; each call may take 30 s (flows.md#time-limit-of-a-call). */
const SLOW_AFTER_MS = 8000;

type Props = {
  text: string;
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
