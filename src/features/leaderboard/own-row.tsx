import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import type { BoardRow } from '../../contract/boards.ts';
import styles from './own-row.module.css';
import { playerName } from './player-name.ts';
import { Points } from './points.tsx';

type Props = { row: BoardRow | null; position: number | null };

/** The asking player's own place, on the board or below it. */
export function OwnRow({ row, position }: Props) {
  if (!row) {
    return (
      <p className={styles.none}>
        <Icon name="flag" size={20} />
        <span>
          <b>You</b> are not on the board yet. Play a game to get a place.
        </span>
      </p>
    );
  }
  const name = playerName(row);
  return (
    <div className={styles.own}>
      <span className={styles.place}>{position ?? '–'}</span>
      <Avatar id={row.userId} name={name} image={row.fmuser.image} size="sm" />
      <span className={styles.who}>
        <b>You</b>
        <span className={styles.name} dir="auto">
          {name}
        </span>
      </span>
      <Points place={position} points={row.highScore} />
    </div>
  );
}
