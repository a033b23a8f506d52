import { formatNumber } from '../../../../rules/numbers.ts';
import type { Answered } from '../answers.ts';

/** What is told of a game: nothing of its player but, in the picture, the nickname. */
export type Shared = {
  nickname: string;
  category: string;
  level: string;
  answers: readonly Answered[];
  points: number;
};

const SIGNS: Record<Answered, string> = { right: '🟩', wrong: '🟥', missed: '⬜', left: '' };

/** How many were right, and of how many that were played. */
export function rightOf(answers: readonly Answered[]) {
  const played = answers.filter((answer) => answer !== 'left');
  return { right: played.filter((answer) => answer === 'right').length, of: played.length };
}

/** The game as a text, its link last; whoever comes by it is counted (flows.md#share). */
export function shareText({ category, level, answers, points }: Shared, origin: string): string {
  const { right, of } = rightOf(answers);
  const squares = answers.map((answer) => SIGNS[answer]).join('');
  return [
    `Football Mastermind: ${category}, ${level}`,
    squares,
    `${right} of ${of} right, ${formatNumber(points)} points. Can you beat me?`,
    `${origin}/?source=share`,
  ].join('\n');
}
