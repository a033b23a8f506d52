import { cx } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../rules/numbers.ts';
import { rungPoints } from '../../rules/rush-points.ts';
import {
  POWER_UPS,
  type PowerUp,
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
} from '../../rules/tournament.ts';
import { type Game, isClosed } from './game.ts';
import styles from './ladder.module.css';
import ladderSheetStyles from './ladder-sheet.module.css';
import { POWER_UP_WORDS } from './power-ups.ts';

type LadderProps = { game: Game; isDouble: boolean; onOpen: () => void };

/** The fifteen levels as rising bars, with the player's level. A tap opens the ladder. */
export function Ladder({ game, isDouble, onOpen }: LadderProps) {
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

/**
 * Whether a power-up can still be used at this level. Each power-up can be used once in a run, but Skip
 * never at the last level (game.md#power-ups).
 */
export function isLeft({ used, ended, level }: Game, powerUp: PowerUp): boolean {
  if (used[powerUp] !== undefined || ended) return false;
  return powerUp !== 'skip' || level !== RUSH_QUESTIONS;
}

/** Whether a power-up can be used now. It cannot while a call is on its way or a verdict is shown. */
export function canUseNow(game: Game, powerUp: PowerUp): boolean {
  return isLeft(game, powerUp) && !isClosed(game);
}

type LadderSheetProps = { game: Game; onUse: (powerUp: PowerUp) => void; onClose: () => void };

/** The ladder with the points that each level will really bring, and with the power-ups explained. */
export function LadderSheet({ game, onUse, onClose }: LadderSheetProps) {
  return (
    <Dialog
      variant="sheet"
      ground="night"
      title="Ladder and power-ups"
      closeLabel="Close. The clock is running"
      onClose={onClose}
    >
      <div className={ladderSheetStyles.climb}>
        <ol className={ladderSheetStyles.rungs} reversed aria-label="Level and points">
          {rungPoints(game.used)
            .map((points, index) => ({ level: index + 1, points }))
            .reverse()
            .map(({ level, points }) => (
              <Rung key={level} game={game} level={level} points={points} />
            ))}
        </ol>
        <div className={ladderSheetStyles.keys}>
          {POWER_UPS.map((powerUp) => {
            const { name, icon, now } = POWER_UP_WORDS[powerUp];
            const usedAt = game.used[powerUp];
            return (
              <button
                key={powerUp}
                type="button"
                className={ladderSheetStyles.key}
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
      className={cx(
        ladderSheetStyles.rung,
        ladderSheetStyles[look],
        level === RUSH_QUESTIONS && ladderSheetStyles.top,
      )}
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

/** How a level of the ladder looks: passed, current, the last, or still to come. */
function rungLook({ level: now, used, shown }: Game, level: number) {
  if (used.skip === level) return 'skipped';
  if (level < now || (level === now && shown?.verdict === 'right')) return 'done';
  if (level === now) return 'now';
  return level === RUSH_QUESTIONS ? 'last' : 'ahead';
}
