import { Avatar } from '../../../components/avatar.tsx';
import { Hero } from '../../../components/hero.tsx';
import { Pitch } from '../../../components/pitch.tsx';
import type { User } from '../../../contract/user.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { playerName } from '../../../session/player-name.ts';
import styles from './player-board.module.css';

type Props = {
  player: User;
  /** `undefined` while they are on their way. */
  playsLeft: number | undefined;
  points: number | undefined;
};

/** The pitch with the player in its circle: plays left on one side, the week's points on the other. */
export function PlayerBoard({ player, playsLeft, points }: Props) {
  const name = playerName(player);
  return (
    <Hero label="You" art={<Pitch />}>
      <div className={styles.board}>
        <Stat value={playsLeft} label={playsLeft === 1 ? 'play left' : 'plays left'} />
        <div className={styles.me}>
          <Avatar id={player.id} name={name} image={player.image} size="lg" />
          <strong dir="auto">{name}</strong>
        </div>
        <Stat value={points} label="points" />
      </div>
    </Hero>
  );
}

function Stat({ value, label }: { value: number | undefined; label: string }) {
  return (
    <p className={styles.stat} aria-busy={value === undefined}>
      <b>{value === undefined ? '–' : formatNumber(value)}</b> <span>{label}</span>
    </p>
  );
}
