import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { GameScreen } from '../../../components/game-screen.tsx';
import { type PassGame, playerOf, rightsSoFar } from '../../../rules/pass-the-phone.ts';
import { FreeBar } from '../play/free-bar.tsx';
import { BigShirt } from './big-shirt.tsx';
import styles from './pass-turn.module.css';

type Props = {
  game: PassGame;
  count: ReactNode;
  onShow: () => void;
  onLeave: () => void;
  children?: ReactNode;
};

/** Whose turn it is. The question is not in the page, so that nobody reads ahead. */
export function PassTurn({ game, count, onShow, onLeave, children }: Props) {
  const player = playerOf(game);
  const name = game.names[player] ?? '';
  const rights = rightsSoFar(game);
  return (
    <GameScreen className={styles.screen}>
      <FreeBar count={count} onLeave={onLeave} />
      <section className={styles.turn}>
        <svg viewBox="0 0 360 380" className={styles.ring} aria-hidden="true">
          <path d="M-200 190h246M314 190h246" />
          <circle cx="180" cy="190" r="134" />
        </svg>
        <h1 className={styles.who}>
          <span className={styles.lead}>Pass the phone to</span>
          <BigShirt player={player} name={name} size="turn" />
          <span className={styles.name} translate="no">
            {name}
          </span>
        </h1>
      </section>
      <ol className={styles.strip} aria-label="Right so far">
        {game.names.map((one, index) => (
          <li key={one} className={cx(index === player && styles.on)}>
            <span>{one}</span>
            <b>{rights[index]}</b>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <Button size="lg" onClick={onShow}>
          I am {name}. Show my question
        </Button>
      </div>
      {children}
    </GameScreen>
  );
}
