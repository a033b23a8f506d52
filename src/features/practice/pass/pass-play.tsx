import { useEffect, useState } from 'react';
import { holdBack } from '../../../components/dialog-stack.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { pageClock } from '../../../lib/clock.ts';
import { vibrate } from '../../../lib/vibrate.ts';
import type { DeckQuestion } from '../../../offline/deck.ts';
import { type PassEvent, type PassGame, playerOf, turnOf } from '../../../rules/pass-the-phone.ts';
import { FreeQuestion } from '../play/free-question.tsx';
import { LeaveDialog } from '../play/leave-dialog.tsx';
import { PassTurn } from './pass-turn.tsx';

type Props = {
  game: PassGame<DeckQuestion>;
  onStep: (event: PassEvent) => void;
  onLeave: () => void;
};

/** Whose turn it is, then that player's question; leaving is asked first. */
export function PassPlay({ game, onStep, onLeave }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  usePageStart('Pass the phone');
  useEffect(() => holdBack(() => setLeaving(true)), []);
  const { names, each, questions, answers, shownAt, isLookedAt } = game;
  const turn = turnOf(game);
  const question = questions[turn];
  const count = (
    <>
      {Math.floor(turn / names.length) + 1} <small>of {each}</small>
    </>
  );
  const leaving = isLeaving && (
    <LeaveDialog
      title="Leave the game?"
      lead="The game ends here for everybody."
      onStay={() => setLeaving(false)}
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
        onLeave={() => setLeaving(true)}
      >
        {leaving}
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
      onLeave={() => setLeaving(true)}
    >
      {leaving}
    </FreeQuestion>
  );
}
