import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import styles from './trio.module.css';

type Figure = { name: string; value: ReactNode; isGold?: boolean };

/** Figures side by side, at night; in large text below each other. */
export function Trio({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={cx('on-night', styles.trio)}>
      {figures.map(({ name, value, isGold }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(isGold && styles.gold)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
