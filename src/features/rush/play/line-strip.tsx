import { useState } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import type { Game } from '../run/game.ts';
import styles from './line-strip.module.css';
import type { Line } from './use-line.ts';

type Props = { line: Line; asked: Game['asked'] };

/**
 * Says that the line was lost, and that the run goes on. Mount it anew per question: its place is
 * given back between two questions, never during one.
 */
export function LineStrip({ line, asked }: Props) {
  const now = wordsOf(line, asked);
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const said = now ?? last;
  if (!said) return <p className="vh" role="status" />;
  const [title, help] = said;
  return (
    <p
      className={cx(styles.strip, !now && styles.over)}
      role="status"
      aria-hidden={now ? undefined : true}
    >
      <Icon name={said === WORDS.resumed ? 'play' : 'wifi-off'} />
      <span>
        <b>{title}</b> {help}
      </span>
    </p>
  );
}

const WORDS = {
  resumed: ['Your run goes on.', 'Same question, same clock.'],
  back: ['The line was lost. Your run goes on.', 'Same question, same clock.'],
  lost: ['No network.', 'The clock goes on.'],
  answer: ['No network. Your answer is kept.', 'The clock goes on.'],
  'power-up': ['No network. Your power-up is kept.', 'The clock goes on.'],
} as const;

function wordsOf(line: Line, asked: Game['asked']) {
  if (line === 'good') return null;
  return WORDS[line === 'lost' && asked && asked.kind !== 'timeout' ? asked.kind : line];
}
