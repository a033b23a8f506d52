import { cx } from '../../../components/cx.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { rungPoints } from '../../../rules/rush-points.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import type { Game } from '../run/game.ts';
import styles from './ladder.module.css';
import { rungLook } from './rung-look.ts';

type Props = { game: Game; isDouble: boolean; onOpen: () => void };

/** The fifteen levels as rising bars, and where the player stands; it opens the ladder. */
export function Ladder({ game, isDouble, onOpen }: Props) {
  const top = rungPoints(game.used)[RUSH_QUESTIONS - 1] ?? 0;
  return (
    <button type="button" className={styles.ladder} onClick={onOpen}>
      <span className={styles.bars} aria-hidden="true">
        {Array.from({ length: RUSH_QUESTIONS }, (_, index) => {
          const level = index + 1;
          return (
            <i
              key={level}
              className={cx(styles.bar, styles[rungLook(game, level)])}
              style={{ ['--level' as string]: level }}
            />
          );
        })}
      </span>
      <span className={styles.line}>
        <span>
          <b>Level {game.level}</b> · {formatNumber(game.score)} points
        </span>
        <span className="vh">, </span>
        <span className={styles.top}>
          {isDouble
            ? `This one: ${2 * RUSH_POINTS_PER_LEVEL} points`
            : `Top: ${formatNumber(top)} points`}
        </span>
      </span>
      <span className="vh">, Open the ladder</span>
    </button>
  );
}
