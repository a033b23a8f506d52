import type { ReactNode } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import type { BoardRow } from '../../../contract/boards.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { nameOnBoard } from './names-on-board.ts';
import styles from './own-row.module.css';
import rowStyles from './row.module.css';

type Props = {
  row: BoardRow;
  /** `null` where they stand on another list. */
  position: number | null;
  nameOf?: (row: BoardRow) => string;
  children: ReactNode;
};

/** The asking player's own place, once on a board: it stays in sight as the rest scrolls. */
export function OwnRow({ row, position, nameOf = nameOnBoard, children }: Props) {
  const name = nameOf(row);
  return (
    <section className={cx(rowStyles.row, styles.own)} aria-label="Your place">
      <span className={rowStyles.place}>{position === null ? '–' : formatNumber(position)}</span>
      <Avatar id={row.userId} name={name} image={row.fmuser.image} size="sm" />
      <span className={cx(rowStyles.who, styles.who)}>
        <b>You</b>
        <span className={cx(styles.name, 'one-line')} dir="auto" translate="no">
          {name}
        </span>
      </span>
      <span className={rowStyles.end}>{children}</span>
    </section>
  );
}

export function NoOwnRow({ children }: { children: ReactNode }) {
  return (
    <p className={styles.none}>
      <Icon name="flag" size={20} />
      <span>
        <b>You</b> {children}
      </span>
    </p>
  );
}
