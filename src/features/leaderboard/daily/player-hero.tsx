import { Avatar } from '../../../components/avatar.tsx';
import { Hero } from '../../../components/hero.tsx';
import { Stripes } from '../../../components/pitch.tsx';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayOf, weekOf } from '../../../rules/calendar.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { playerName } from '../../../session/player-name.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { ReadBoard } from '../api/use-board.ts';
import styles from './player-hero.module.css';

const PERIODS = {
  day: { periodOf: dayOf, again: 'Starts again at midnight', unit: 'Rush points today' },
  week: { periodOf: weekOf, again: 'Starts again on Monday', unit: 'points this week' },
} as const;

type Props = {
  period: keyof typeof PERIODS;
  board: ReadBoard;
};

/** The player, and their points of the day or the week that runs (game.md#daily-boards). */
export function PlayerHero({ period, board }: Props) {
  const player = useSignedInPlayer();
  const name = playerName(player);
  const { again, unit } = PERIODS[period];
  const points = pointsOf(period, board);
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.line}>
        <Avatar id={player.id} name={name} image={player.image} size="lg" />
        <div className={styles.who}>
          <strong className="one-line" dir="auto" translate="no">
            {name}
          </strong>
          {/* Else the line below the tabs says it. */}
          {board.data?.period === null && <p>{again}</p>}
        </div>
        <p className={styles.points} aria-busy={points === null}>
          <b>{points === null ? '–' : formatNumber(points)}</b> <span>{unit}</span>
        </p>
      </div>
    </Hero>
  );
}

/** `null` while nobody has told: what was saved in another period is not of this one. */
function pointsOf(period: Props['period'], { data, savedAt }: ReadBoard): number | null {
  if (!data || savedAt === null) return null;
  if (PERIODS[period].periodOf(serverTime(savedAt)).endsAt <= serverTime()) return null;
  return data.user?.highScore ?? 0;
}
