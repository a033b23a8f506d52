import { useEffect, useState } from 'react';
import { cx } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './line-strip.module.css';

type Props = {
  /**
   * The words for the line's present state, title and help on both sides of a `|`; `null` for nothing.
   */
  now: `${string}|${string}` | null;
  /** The state is new since the question before: only then it is said, with its help. */
  isNews?: boolean;
};

/**
 * Says that the line was lost, and that it is back. Mount it anew per question: its place is given
 * back between two questions, never during one.
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
