import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './rows.module.css';

/** A quiet line of help below the thing that it explains. */
export function Hint({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  );
}

type PricedRowProps = { picture: ReactNode; name: string; caption: string; price: string };

/** The class of a row, for the label or button that is the row. */
export const pricedRow = styles.row;

/** A row for something that is sold: a picture, a name over a caption, and a price. */
export function PricedRow({ picture, name, caption, price }: PricedRowProps) {
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

type MeterProps = Required<Pick<ComponentProps<'progress'>, 'value' | 'max'>> &
  Pick<ComponentProps<'progress'>, 'aria-label' | 'aria-hidden'>;

/** A progress bar. Its numbers are shown next to it. */
export function Meter(props: MeterProps) {
  return <progress {...props} className={styles.meter} />;
}
