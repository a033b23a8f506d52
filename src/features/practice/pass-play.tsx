import type { ReactNode } from 'react';
import { Button, cx } from '../../components/button.tsx';
import { GameScreen } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { vibrate } from '../../lib/choices.ts';
import { pageClock } from '../../lib/clock.ts';
import type { DeckQuestion } from '../../offline/deck.ts';
import { countOf, LeaveDialog, useLeaving } from '../../play/frame.tsx';
import {
  type PassEvent,
  type PassGame,
  playerOf,
  rightsSoFar,
  turnOf,
} from '../../rules/pass-the-phone.ts';
import { FreeBar, FreeQuestion } from './free-question.tsx';
import styles from './pass-play.module.css';
import { BigShirt } from './pass-setup.tsx';

type PassPlayProps = {
  game: PassGame<DeckQuestion>;
  onStep: (event: PassEvent) => void;
  onLeave: () => void;
};

/** Says whose turn it is, then shows that player's question. A player who leaves is asked first. */
export function PassPlay({ game, onStep, onLeave }: PassPlayProps) {
  const leaving = useLeaving();
  usePageStart('Pass the phone');
  const { names, each, questions, answers, shownAt, isLookedAt } = game;
  const turn = turnOf(game);
  const question = questions[turn];
  const count = countOf(Math.floor(turn / names.length) + 1, each);
  const leaveDialog = leaving.isAsked && (
    <LeaveDialog
      title="Leave the game?"
      lead="The game ends here for everybody."
      onStay={leaving.stay}
      onLeave={onLeave}
    />
  );
  if (!question) return null;
  if (shownAt === null && !isLookedAt) {
    return (
      <PassTurn
        key={turn}
        game={game}
        count={count}
        onShow={() => onStep({ type: 'show', at: pageClock() })}
        onLeave={leaving.ask}
      >
        {leaveDialog}
      </PassTurn>
    );
  }
  const isLast = turn === questions.length - 1;
  return (
    <FreeQuestion
      count={
        <>
          {names[playerOf(game)]}, {count}
        </>
      }
      question={question}
      card={turn}
      choice={isLookedAt ? answers[turn]?.choice : undefined}
      nextLabel={isLast ? 'See the table' : 'Pass the phone on'}
      onAnswer={(choice) => {
        vibrate(choice === question.answer ? 'right' : 'wrong');
        onStep({ type: 'answer', choice, at: pageClock() });
      }}
      onNext={() => onStep({ type: 'pass' })}
      onLeave={leaving.ask}
    >
      {leaveDialog}
    </FreeQuestion>
  );
}

type PassTurnProps = {
  game: PassGame;
  count: ReactNode;
  onShow: () => void;
  onLeave: () => void;
  children?: ReactNode;
};

/** Says whose turn it is. The question is not in the page, so that nobody reads ahead. */
function PassTurn({ game, count, onShow, onLeave, children }: PassTurnProps) {
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
