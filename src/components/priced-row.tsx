import type { ReactNode } from 'react';
import styles from './priced-row.module.css';

type Props = { picture: ReactNode; name: string; caption: string; price: string };

/** The frame of a row, for the label or button that it is. */
export const pricedRow = styles.row;

/** What is on offer: its picture, its name over a caption, and what it costs. */
export function PricedRow({ picture, name, caption, price }: Props) {
  return (
    <>
      {picture}
      <span className={styles.text}>
        <b>{name}</b> <span className={styles.caption}>{caption}</span>
      </span>{' '}
      <span className={styles.price} translate="no">
        {price}
      </span>
    </>
  );
}
