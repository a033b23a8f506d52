import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { ageText } from '../lib/time.ts';
import { Spinner } from './button.tsx';
import dialogStyles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './rows.module.css';

/** A quiet line below what it is about. */
export function Hint({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  );
}

/** A drawer whose contents are still on their way. */
export function WaitSheet({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog variant="sheet" title={title} onClose={onClose}>
      <p className={dialogStyles.wait} role="status">
        <Spinner /> Please wait
      </p>
    </Dialog>
  );
}

type PricedRowProps = { picture: ReactNode; name: string; caption: string; price: string };

/** The frame of a row, for the label or button that it is. */
export const pricedRow = styles.row;

/** What is on offer: its picture, its name over a caption, and what it costs. */
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

/** How far something has come; its figures stand beside it. */
export function Meter(props: MeterProps) {
  return <progress {...props} className={styles.meter} />;
}

const MINUTE_MS = 60_000;

/** How old a copy is (epoch milliseconds), told anew each minute: `5 minutes ago`, `Tuesday`. */
export function Age({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return ageText(at, now);
}
