import { useEffect, useState } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import type { Game } from '../run/game.ts';
import styles from './line-strip.module.css';
import type { Line } from './use-line.ts';

type Props = { line: Line; asked: Game['asked'] };

/**
 * Says that the line was lost, and that it is back. Mount it anew per question: its place is given
 * back between two questions, never during one.
 */
export function LineStrip({ line, asked }: Props) {
  const [words, setWords] = useState<ReturnType<typeof wordsOf>>(null);
  const now = wordsOf(line, asked);
  useEffect(() => {
    if (now) setWords(now);
  }, [now]);
  const said = now ?? words;
  if (!said) return <p className="vh" role="status" />;
  const [title, help] = said.split('|');
  return (
    <p
      className={cx(styles.strip, !now && styles.over)}
      role="status"
      aria-hidden={now ? undefined : true}
    >
      <Icon name="wifi-off" />
      <span>
        <b>{title}</b> {help}
      </span>
    </p>
  );
}

function wordsOf(line: Line, asked: Game['asked']) {
  if (line === 'good') return null;
  if (line === 'back')
    return 'The line was lost. Your run goes on.|Same question, same clock.' as const;
  if (asked?.kind === 'answer')
    return 'No network. Your answer is kept.|The clock goes on.' as const;
  if (asked?.kind === 'power-up')
    return 'No network. Your power-up is kept.|The clock goes on.' as const;
  return 'No network.|The clock goes on.' as const;
}
