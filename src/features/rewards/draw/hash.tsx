import styles from './hash.module.css';

type Props = { value: string; isWhole: boolean };

/** A hash as people compare it: its ends, and all of it on request alone, for readers too. */
export function Hash({ value, isWhole }: Props) {
  if (isWhole) return <span className={styles.hash}>{value}</span>;
  const short = `${value.slice(0, 4)} ${value.slice(4, 8)} … ${value.slice(-4)}`;
  return (
    <span className={styles.hash} aria-hidden="true">
      {short}
    </span>
  );
}
