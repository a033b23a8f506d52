import { Coin } from '../../../components/coin.tsx';
import { Hero } from '../../../components/hero.tsx';
import { Stripes } from '../../../components/pitch.tsx';
import type { User } from '../../../contract/user.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { playerName } from '../../../session/player-name.ts';
import styles from './welcome.module.css';

/** Bottom row first, as they fall. */
const PILE = ['left', 'right', 'middle', 'up-left', 'up-right', 'top'] as const;

/** In place of places and points until the first game: what the player has, and what it is for. */
export function Welcome({ player }: { player: User }) {
  const coins = player.pointBalance ?? 0;
  const cost = levelCost('easy', player.highScore ?? 0);
  const name = (
    <span dir="auto" translate="no">
      {playerName(player)}
    </span>
  );
  const hasEnough = coins >= cost;
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.welcome}>
        <div className={styles.words}>
          <p className={styles.title}>
            {hasEnough ? (
              <>
                <em>{formatNumber(coins)} coins</em> are yours.
              </>
            ) : (
              <>Welcome, {name}.</>
            )}
          </p>
          <p className={styles.lead}>
            {hasEnough && <>Welcome, {name}. </>}An Easy game takes {formatNumber(cost)}
            {!hasEnough && ' coins'}.
          </p>
        </div>
        <div className={styles.pile} aria-hidden="true">
          {PILE.map((coin) => (
            <Coin key={coin} className={styles[coin]} />
          ))}
        </div>
      </div>
    </Hero>
  );
}
