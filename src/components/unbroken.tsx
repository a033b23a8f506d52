import type { ReactNode } from 'react';
import styles from './unbroken.module.css';

/** Seasons and scores stay on one line: "2022-23" would break at its hyphen. */
export function unbroken(text: string): ReactNode[] {
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className={styles.unbroken}>
        {part}
      </span>
    ),
  );
}
