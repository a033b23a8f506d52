import { type ReactNode, useId } from 'react';
import styles from './my-data-page.module.css';

type Props = { title: string; children: ReactNode };

export function Card({ title, children }: Props) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
