import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { POWER_UPS, type PowerUp } from '../../../rules/tournament.ts';
import { POWER_UP_WORDS } from '../power-ups.ts';
import type { Game } from '../run/game.ts';
import { canUseNow } from './can-use-now.ts';
import styles from './power-keys.module.css';

type Props = { game: Game; onUse: (powerUp: PowerUp) => void };

/** The four keys below the card; a used one stays in its place. */
export function PowerKeys({ game, onUse }: Props) {
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
            disabled={isUsed || !canUseNow(game, powerUp, true)}
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
