import { Icon } from '../../../components/icon.tsx';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { winnersText } from '../board/prize.ts';
import styles from './winning-zone.module.css';

/** Closes the paid places (game.md#winning-zone). */
export function WinningZone({ prize }: { prize: PrizeRow }) {
  return (
    <div className={styles.zone}>
      <ZigZag />
      <b className={styles.pill}>
        <Icon name="flag" size={18} />
        WINNING ZONE
      </b>
      <ZigZag />
      <p className={styles.caption}>
        {winnersText(prize)} {prize.kind}
      </p>
    </div>
  );
}

function ZigZag() {
  return (
    <svg
      viewBox="0 0 240 10"
      preserveAspectRatio="xMaxYMid slice"
      className={styles.zigzag}
      aria-hidden="true"
    >
      <path fill="none" strokeWidth="3" d={`M0 8${'l6-6 6 6'.repeat(20)}`} />
    </svg>
  );
}
