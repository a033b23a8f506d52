import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './rows.module.css';

/** A quiet line below its subject. */
export function Hint({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  );
}

type PricedRowProps = { picture: ReactNode; name: string; caption: string; price: string };

/** The frame of a row, for the label or button that it is. */
export const pricedRow = styles.row;

/** A thing on offer: its picture, its name over a caption, and its price. */
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

/** A bar for progress; its figures are next to it. */
export function Meter(props: MeterProps) {
  return <progress {...props} className={styles.meter} />;
}
