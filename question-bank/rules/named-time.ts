import type { Question } from '../question.ts';

const A_YEAR = /\b(18|19|20)\d\d\b/;

/** What happened in one match or season, which means nothing without its year … */
const OF_ONE_TIME = [
  /^(who|(which|what) (club|team|side|country|nation|player|manager|coach)) (won|lost|beat|scored|finished|came|went|topped|knocked)\b/i,
  /^(who|(which|what) \w+) (is|was|are|were) (the )?(top|leading|champions?|winners?)\b/i,
  /^(what|by what) (was the )?score\b/i,
];
/** … unless it is a first or a record of all time. */
const OF_ALL_TIMES = /\b(first|ever|only|most|fewest|record|history|all-time|always|never)\b/i;
/** A thing of one time, whatever is asked about it. */
const A_THING_OF_ONE_TIME =
  /\b(the|that) (final|match|game|season|edition|tournament|shoot-out)\b(?! between)/i;

/** True for a question that names its season or year, or that needs none. */
export function namesItsTime({ question, when }: Question): boolean {
  if (when !== undefined) return question.includes(when);
  if (A_YEAR.test(question)) return true;
  if (A_THING_OF_ONE_TIME.test(question)) return false;
  return !OF_ONE_TIME.some((words) => words.test(question)) || OF_ALL_TIMES.test(question);
}
