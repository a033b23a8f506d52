import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './hero.module.css';

type Props = {
  label: string;
  art: ReactNode;
  children: ReactNode;
};

/** The part of a page that stands on a drawn night ground, below its bar. */
export function Hero({ label, art, children }: Props) {
  return (
    <section className={cx('on-night', styles.hero)} aria-label={label}>
      {art}
      {children}
    </section>
  );
}
