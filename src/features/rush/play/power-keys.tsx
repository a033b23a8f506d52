import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { POWER_UPS, type PowerUp } from '../../../rules/tournament.ts';
import { POWER_UP_WORDS } from '../power-ups.ts';
import type { Game } from '../run/game.ts';
import { canUseNow, isLeft } from './can-use-now.ts';
import styles from './power-keys.module.css';

type Props = { game: Game; isLineLost: boolean; onUse: (powerUp: PowerUp) => void };

/**
 * The four keys below the card. A used one stays in its place, and keeps the focus; while an answer is
 * judged they look as before, but for when that takes longer than a moment.
 */
export function PowerKeys({ game, isLineLost, onUse }: Props) {
  return (
    <div className={styles.keys}>
      {POWER_UPS.map((powerUp) => {
        const { name, icon } = POWER_UP_WORDS[powerUp];
        const isUsed = game.used[powerUp] !== undefined;
        const isAsked = game.asked?.kind === 'power-up' && game.asked.powerUp === powerUp;
        return (
          <button
            key={powerUp}
            type="button"
            className={styles.key}
            aria-disabled={!(isLineLost ? canUseNow : isLeft)(game, powerUp) || undefined}
            aria-busy={isAsked || undefined}
            onClick={() => canUseNow(game, powerUp) && onUse(powerUp)}
          >
            {isAsked ? <Spinner size={24} /> : <Icon name={isUsed ? 'check' : icon} />}
            {isUsed && <span className="vh">{name}, </span>}
            <span>{isUsed ? 'Used' : name}</span>
          </button>
        );
      })}
    </div>
  );
}
