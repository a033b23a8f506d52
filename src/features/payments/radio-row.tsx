import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './radio-row.module.css';

type Props = {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  picture: ReactNode;
  name: string;
  caption: string;
  price: string;
};

/** One of several ways or packs, with its price: a radio button as large as its row. */
export function RadioRow({ group, isChosen, onChoose, picture, name, caption, price }: Props) {
  return (
    <label className={cx(styles.row, isChosen && styles.chosen)}>
      <input type="radio" name={group} className="vh" checked={isChosen} onChange={onChoose} />
      {picture}
      <span className={styles.text}>
        <b>{name}</b> <span className={styles.caption}>{caption}</span>
      </span>{' '}
      <span className={styles.price}>{price}</span>
      <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
    </label>
  );
}
