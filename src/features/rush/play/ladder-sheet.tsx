import { cx } from '../../../components/cx.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { formatNumber } from '../../../rules/numbers.ts';
import { rungPoints } from '../../../rules/rush-points.ts';
import { POWER_UPS, type PowerUp, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import { POWER_UP_WORDS } from '../power-ups.ts';
import type { Game } from '../run/game.ts';
import { canUseNow } from './can-use-now.ts';
import styles from './ladder-sheet.module.css';
import { rungLook } from './rung-look.ts';

type Props = { game: Game; onUse: (powerUp: PowerUp) => void; onClose: () => void };

/** The ladder with the points that each level will really bring, and the power-ups explained. */
export function LadderSheet({ game, onUse, onClose }: Props) {
  return (
    <Dialog
      variant="sheet"
      ground="night"
      title="Ladder and power-ups"
      closeLabel="Close. The clock is running"
      onClose={onClose}
    >
      <div className={styles.climb}>
        <ol className={styles.rungs} reversed aria-label="Level and points">
          {rungPoints(game.used)
            .map((points, index) => ({ level: index + 1, points }))
            .reverse()
            .map(({ level, points }) => (
              <Rung key={level} game={game} level={level} points={points} />
            ))}
        </ol>
        <div className={styles.keys}>
          {POWER_UPS.map((powerUp) => {
            const { name, icon, now } = POWER_UP_WORDS[powerUp];
            const usedAt = game.used[powerUp];
            return (
              <button
                key={powerUp}
                type="button"
                className={styles.key}
                disabled={!canUseNow(game, powerUp)}
                onClick={() => {
                  onUse(powerUp);
                  onClose();
                }}
              >
                <Icon name={usedAt === undefined ? icon : 'check'} />
                <span>
                  <b>{name}</b> {usedAt === undefined ? now : `Used on level ${usedAt}`}
                </span>
              </button>
            );
          })}
        </div>
      </div>
    </Dialog>
  );
}

const WORDS: Partial<Record<ReturnType<typeof rungLook>, string>> = {
  skipped: ' Skipped',
  now: ' You are here',
  last: ' Jackpot',
};

function Rung({ game, level, points }: { game: Game; level: number; points: number }) {
  const look = rungLook(game, level);
  return (
    <li
      className={cx(styles.rung, styles[look], level === RUSH_QUESTIONS && styles.top)}
      aria-current={level === game.level ? 'step' : undefined}
    >
      <span>
        {look === 'done' && <Icon name="check" size={12} />}
        {look === 'skipped' && <Icon name="minus" size={12} />}
        {level}
        {WORDS[look]}
      </span>
      <span>{look === 'skipped' ? '+0' : formatNumber(points)}</span>
    </li>
  );
}
