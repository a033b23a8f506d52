import { Avatar } from '../../../components/avatar.tsx';
import { IconButton } from '../../../components/button.tsx';
import styles from './player-row.module.css';

type Props = { player: number; name: string; onTakeOut: () => void };

export function PlayerRow({ player, name, onTakeOut }: Props) {
  return (
    <li className={styles.row}>
      <Avatar id={player} name={name} size="sm" />
      <span className={styles.name}>{name}</span>
      <IconButton icon="close" aria-label={`Take out ${name}`} onClick={onTakeOut} />
    </li>
  );
}
