import { type ReactNode, useId } from 'react';
import { cx } from './button.tsx';
import styles from './card.module.css';

type Props = {
  title: string;
  /** Makes the text smaller, for pages that are read at length. */
  small?: boolean;
  children: ReactNode;
};

/** A part of a page under its own heading. */
export function Card({ title, small = false, children }: Props) {
  const id = useId();
  return (
    <section className={cx(styles.card, small && styles.small)} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
