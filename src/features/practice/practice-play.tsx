import { useState } from 'react';
import { usePageStart } from '../../components/screens.tsx';
import { shuffled } from '../../lib/shuffled.ts';
import { LeaveDialog, useLeaving } from '../../play/frame.tsx';
import type { Mistake } from '../../rules/practice.ts';
import { FreeQuestion } from './free-question.tsx';

/** How a set went: how many questions were right in the end, and how many at the first try. */
export type PlayedSet = { right: number; atOnce: number };

type Props = {
  set: readonly Mistake[];
  /** `said` is `null` if the player asked for the answer. */
  onAnswer: (mistake: Mistake, said: string | null) => void;
  /** `played` is `null` if the player left before the end of the set. */
  onEnd: (played: PlayedSet | null) => void;
};

/**
 * The cards of a set. A right answer removes its card from the pile, a wrong answer puts it at the bottom
 * (game.md#practice).
 */
export function PracticePlay({ set, onAnswer, onEnd }: Props) {
  const [pile, setPile] = useState(() => set.map(asCard));
  const [shown, setShown] = useState(0);
  const [choice, setChoice] = useState<string | null | undefined>(undefined);
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  const leaving = useLeaving();
  usePageStart('Practice');
  const card = pile[0];
  if (!card) return null;
  const { mistake } = card;

  function answer(said: string | null) {
    setChoice(said);
    if (said !== mistake.answer) setMissed((before) => new Set(before).add(mistake.id));
    onAnswer(mistake, said);
  }

  function next() {
    const others = pile.slice(1);
    const rest = choice === mistake.answer ? others : [...others, asCard(mistake)];
    if (rest.length === 0) return onEnd({ right: set.length, atOnce: set.length - missed.size });
    setPile(rest);
    setShown(shown + 1);
    setChoice(undefined);
  }

  const isAgain = choice !== undefined && choice !== mistake.answer;
  const isLast = pile.length === 1 && choice === mistake.answer;
  return (
    <FreeQuestion
      count={
        <>
          {pile.length} <small>left</small>
        </>
      }
      question={{ ...mistake, options: card.options }}
      card={shown}
      choice={choice}
      nextLabel={isLast ? 'Finish' : isAgain ? 'Next. This one comes again' : 'Next question'}
      onAnswer={answer}
      onGiveUp={() => answer(null)}
      onNext={next}
      onLeave={leaving.ask}
    >
      {leaving.isAsked && (
        <LeaveDialog
          title="Leave practice?"
          lead="What you answered is kept. The others wait for you."
          onStay={leaving.stay}
          onLeave={() => onEnd(null)}
        />
      )}
    </FreeQuestion>
  );
}

/** Shuffles the options each time, so that the player learns the answer and not its place. */
function asCard(mistake: Mistake) {
  return { mistake, options: shuffled(mistake.options) };
}
