import { type ReactNode, useEffect, useState } from 'react';
import { Spinner } from '../../components/spinner.tsx';
import { Wordmark } from '../../components/wordmark.tsx';
import styles from './waiting.module.css';

/** From here on a way out is shown: each call may take 30 s (decision 40). In milliseconds. */
const SLOW_AFTER_MS = 8000;

type Props = {
  text: string;
  /** The way out of a wait that lasts. */
  children?: ReactNode;
};

/** A door that works by itself: what it does, and after a while the way round it. */
export function Waiting({ text, children }: Props) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={`${styles.page} on-night`}>
      <Wordmark className={styles.logo} />
      <Spinner size={40} />
      <h1 className={styles.text} role="status">
        {text}
      </h1>
      {isSlow && children && (
        <div className={styles.slow} role="status">
          <p>This takes longer than usual.</p>
          {children}
        </div>
      )}
    </main>
  );
}
