import type { Question } from '../../../contract/rounds.ts';
import type { TranscriptRow } from '../../../rules/round.ts';

/** What a screen reader is told of a question that is over (game.md#answering). */
export function toldOf({ options, answer }: Question, row: TranscriptRow | undefined): string {
  if (!row || row.end === 'skipped') return '';
  if (row.choice === answer) return 'Right answer';
  const fault = row.end === 'timeout' ? 'Time is up' : 'Wrong';
  return `${fault}. The right answer is ${'ABCD'[options.indexOf(answer)]}, ${answer}.`;
}
