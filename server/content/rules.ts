import { fold } from './fold.ts';
import { identity } from './names.ts';
import type { CategoryId, Question } from './question.ts';

const QUESTION_MAX_CHARS = 110;
const OPTION_MAX_CHARS = 32;
const FACT_MAX_CHARS = 200;
const ID_MAX_CHARS = 64;

/**
 * True when the question gives an option away by containing it. Numbers count as whole words
 * only: "20" does not stand in "2003-04".
 */
export function givesAway(question: string, option: string): boolean {
  const words = fold(option);
  if (/[a-z]/.test(words)) return fold(question).includes(words);
  return ` ${fold(question)} `.includes(` ${words} `);
}

/** True for an option that shows something and is short enough to fit its button. */
export function optionFits(option: string): boolean {
  return fold(option) !== '' && option.length <= OPTION_MAX_CHARS;
}

/** True for a question short enough to be read in its time. */
export function questionFits(question: string): boolean {
  return question.length <= QUESTION_MAX_CHARS;
}

/** A rule that a question breaks on its own: what is said of it, and whether it holds. */
type Rule = readonly [says: string, holds: (question: Question) => boolean];

const RULES: readonly Rule[] = [
  ['id has more than [a-z0-9-]', ({ id }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)],
  [`id is longer than ${ID_MAX_CHARS} characters`, ({ id }) => id.length <= ID_MAX_CHARS],
  [
    `question is empty or longer than ${QUESTION_MAX_CHARS} characters`,
    ({ question }) => question.trim() !== '' && questionFits(question),
  ],
  [
    `fact is empty or longer than ${FACT_MAX_CHARS} characters`,
    ({ fact }) => fact.trim() !== '' && fact.length <= FACT_MAX_CHARS,
  ],
  ['it does not say where its fact stands', ({ from }) => from.trim() !== ''],
  ['there are not four options', ({ options }) => options.length === 4],
  [
    `an option is empty or longer than ${OPTION_MAX_CHARS} characters`,
    ({ options }) => options.every(optionFits),
  ],
  [
    'two options are the same',
    ({ options }) => new Set(options.map(identity)).size === options.length,
  ],
  ['the options are not of one kind', ({ options }) => new Set(options.map(kindOf)).size <= 1],
  [
    'the answer is not among the options exactly once',
    ({ options, answer }) => options.filter((option) => option === answer).length === 1,
  ],
  ['a wrong option is right too', ({ options, alsoRight = [] }) => noneOf(options, alsoRight)],
  [
    'the question contains an option',
    ({ question, options }) => !options.some((option) => givesAway(question, option)),
  ],
  ['the question does not name its season or year', (question) => namesItsTime(question)],
  ['nobody knows who won the 2025 African Cup of Nations', (question) => !asksOfCup2025(question)],
  ['that season has no champion', (question) => !asksOfTakenTitle(question)],
];

/** The rules that one question breaks on its own, each as a short sentence; empty when it is fine. */
export function brokenRules(question: Question): string[] {
  return RULES.filter(([, holds]) => !holds(question)).map(([says]) => says);
}

function noneOf(options: readonly string[], others: readonly string[]): boolean {
  const right = new Set(others.map(identity));
  return !options.some((option) => right.has(identity(option)));
}

const KINDS = [/^\d{4}-\d{2}$/, /^\d+-\d+$/, /^\d[\d.,]*$/, /^\d+(st|nd|rd|th)$/];

/** Whether an option is a season, a score, a number, a place or words. */
function kindOf(option: string): number {
  return KINDS.findIndex((kind) => kind.test(option));
}

/** Questions about one match or season, which mean nothing without its year. */
const OF_ONE_TIME =
  /^(who|which (club|team|country|player|manager)) (won|lost|beat|scored|finished|came|went|topped|knocked)\b/i;
const OF_ALL_TIMES = /\b(first|last|ever|only|most|fewest|record|always|never)\b|\b(19|20)\d\d\b/i;

function namesItsTime({ question, when }: Question): boolean {
  if (when !== undefined) return question.includes(when);
  return !OF_ONE_TIME.test(question) || OF_ALL_TIMES.test(question);
}

/** The winner of that edition is disputed; its matches before the final are not. */
const OF_CUP_2025_WINNER = [
  /\b(w[io]n|winning|winners? of|champions? of|lifted|(?<!-)final of) (the )?2025 (african? cup|afcon)/i,
  /\b(2025 (african? cup( of nations)?|afcon)|(african? cup( of nations)?|afcon) 2025),? (final|winners?|champions?|title)\b/i,
  /\bup to (the )?(2025 (african|afcon|edition)|afcon 2025)/i,
];

function asksOfCup2025({ question, fact }: Question): boolean {
  return OF_CUP_2025_WINNER.some((words) => words.test(question) || words.test(fact));
}

/** Seasons whose title was taken away and given to nobody, or to another club later. */
const TAKEN_TITLES: Readonly<Partial<Record<CategoryId, RegExp>>> = {
  'serie-a': /\b(2004-05|2005-06)\b/,
  'ligue-1': /\b1992-93\b/,
};
const OF_A_TITLE = /\b(won|win|winners?|champions?|titles?|first place|top of|scudetto)\b/i;
const OF_TAKING = /\b(stripped|taken|revoked|withdrawn|scandal)\b/i;

function asksOfTakenTitle({ category, question }: Question): boolean {
  const ofSeason = TAKEN_TITLES[category]?.test(question) ?? false;
  return ofSeason && OF_A_TITLE.test(question) && !OF_TAKING.test(question);
}

/** The share of questions, in percent, whose answer stands at each of the four positions. */
export function positionShares(questions: readonly Question[]): number[] {
  return [0, 1, 2, 3].map((position) => {
    const here = questions.filter((one) => one.options[position] === one.answer).length;
    return questions.length === 0 ? 0 : (100 * here) / questions.length;
  });
}
