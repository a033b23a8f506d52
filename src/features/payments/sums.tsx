import { exactNaira } from './order.ts';
import styles from './sums.module.css';

/** A line of what a payment takes, in kobo. */
export type Sum = readonly [name: string, kobo: number];

/** What a payment takes, line by line; the total below where there is more than one. */
export function Sums({ rows }: { rows: readonly Sum[] }) {
  const total = rows.reduce((sum, [, kobo]) => sum + kobo, 0);
  return (
    <ul className={styles.sums}>
      {rows.map(([name, kobo]) => (
        <li key={name}>
          <span>{name}</span> <span translate="no">{exactNaira(kobo)}</span>
        </li>
      ))}
      {rows.length > 1 && (
        <li className={styles.total}>
          <span>Total</span> <span translate="no">{exactNaira(total)}</span>
        </li>
      )}
    </ul>
  );
}
