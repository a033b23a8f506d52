import type { ComponentProps } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/icon.tsx';
import { PricedRow, pricedRow } from '../../components/priced-row.tsx';
import styles from './radio-row.module.css';

type Props = ComponentProps<typeof PricedRow> & {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** One of several ways or packs, with its price: a radio button as large as its row. */
export function RadioRow({ group, isChosen, onChoose, ...offer }: Props) {
  return (
    <label className={cx(pricedRow, styles.row, isChosen && styles.chosen)}>
      <input type="radio" name={group} className="vh" checked={isChosen} onChange={onChoose} />
      <PricedRow {...offer} />
      <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
    </label>
  );
}
