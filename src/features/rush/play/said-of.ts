import { type Game, isClosed } from '../run/game.ts';

/** What a screen reader is told of a run, beside what it reads by itself. */
export function saidOf(game: Game): string[] {
  const { shown, asked, ended, optionsLeft, card, clock } = game;
  if (shown && shown.choice !== null) {
    const letter = 'ABCD'[card.options.indexOf(shown.answer)];
    return [
      shown.isRight ? 'Right answer' : `Wrong. The right answer is ${letter}, ${shown.answer}.`,
    ];
  }
  if (ended?.how === 'timeout') return ['Time is up'];
  if (asked?.kind === 'answer') return ['Your answer is on its way'];
  // What was said stays while a power-up is asked for: said anew it would be heard twice.
  if (isClosed(game) && asked?.kind !== 'power-up') return [];
  const gone = optionsLeft && card.options.filter((option) => !optionsLeft.includes(option));
  return [
    clock.isFrozen && `Clock stopped at ${Math.ceil(clock.leftMs / 1000)} seconds`,
    gone && `Taken away: ${gone.join(', ')}`,
  ].filter((said) => typeof said === 'string');
}
