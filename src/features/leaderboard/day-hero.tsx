import { Avatar } from '../../components/avatar.tsx';
import { Stripes } from '../../components/stripes.tsx';
import { dayOf } from '../../rules/calendar.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import styles from './day-hero.module.css';
import type { ReadBoard } from './use-board.ts';

type Props = { today: ReadBoard };

/** The player and their points of the day (gameplay §2). */
export function DayHero({ today }: Props) {
  const player = useSignedInPlayer();
  const name = player.username || player.name || 'Player';
  const points = pointsOf(today);
  return (
    <section className={`${styles.hero} on-night`} aria-label="You">
      <Stripes />
      <div className={styles.line}>
        <Avatar id={player.id} name={name} image={player.image} size="lg" />
        <div className={styles.who}>
          <strong dir="auto">{name}</strong>
          <p>Starts again at 12 AM</p>
        </div>
        <p className={styles.points} aria-busy={points === null}>
          <b>{points === null ? '–' : formatNumber(points)}</b> <span>points today</span>
        </p>
      </div>
    </section>
  );
}

/** `null` while nobody has told: what was saved on another day is not of today. */
function pointsOf({ data, savedAt }: ReadBoard): number | null {
  if (!data || savedAt === null || dayOf(savedAt).endsAt <= Date.now()) return null;
  return data.user?.highScore ?? 0;
}
