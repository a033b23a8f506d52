import styles from './heading.module.css';

/** The name of a group of rows, and what is said beside it. */
export function Heading({ aside, children }: { aside: string; children: string }) {
  return (
    <div className={styles.line}>
      <h2 className={styles.name}>{children}</h2>
      <span>{aside}</span>
    </div>
  );
}
