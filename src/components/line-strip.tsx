import { useEffect, useState } from 'react';
import { cx } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './line-strip.module.css';

type Props = {
  /**
   * The words for the network's present state, as title and help with a `|` between them. `null` shows
   * nothing.
   */
  now: `${string}|${string}` | null;
  /**
   * The state has changed since the question before. Only then the help is shown and screen readers
   * speak.
   */
  isNews?: boolean;
};

/**
 * Says that the network was lost, and that it is back. Mount it anew for each question, so that it
 * gives up its room between two questions and never during one.
 */
export function LineStrip({ now, isNews = true }: Props) {
  const [words, setWords] = useState<Props['now']>(null);
  useEffect(() => {
    if (now) setWords(now);
  }, [now]);
  const said = now ?? words;
  if (!said) return <p className="vh" role="status" />;
  const [title, help] = said.split('|');
  return (
    <p
      className={cx(styles.strip, !now && styles.over)}
      role={isNews ? 'status' : undefined}
      aria-hidden={now ? undefined : true}
    >
      <Icon name="wifi-off" />
      <span>
        <b>{title}</b> {isNews && help}
      </span>
    </p>
  );
}
