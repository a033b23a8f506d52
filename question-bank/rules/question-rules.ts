import { PICTURE_MAX_BYTES } from '../../src/contract/picture.ts';
import type { Question } from '../question.ts';
import { isPlain } from '../text/plain.ts';
import { asksOfCup2025, asksOfTakenTitle } from './disputed-titles.ts';
import { namesItsTime } from './named-time.ts';
import { wrongNames } from './names.ts';
import {
  givenAwayBy,
  isSpreadsheetDate,
  kindOf,
  meaning,
  noneOf,
  OPTION_MAX_CHARS,
  optionFits,
  tellsAnswer,
} from './options.ts';
import { namesIn, pictureFits } from './pictures.ts';

const QUESTION_MAX_CHARS = 110;
const FACT_MAX_CHARS = 200;
const ID_MAX_CHARS = 64;
const SOURCE_MAX_CHARS = 200;

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
  [
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
    ({ question, options, fact, from, picture }) =>
      [question, ...options, fact, from, ...namesIn(picture)].every(isPlain),
  ],
  ['the question does not end in a question mark', ({ question }) => /\?["']?$/.test(question)],
  [
    `its source, template or subject is longer than ${SOURCE_MAX_CHARS} characters`,
    ({ from, template, subject = '' }) =>
      [from, template, subject].every(({ length }) => length <= SOURCE_MAX_CHARS),
  ],
  ['its review date is no day', ({ reviewBy }) => reviewBy === undefined || isDay(reviewBy)],
  ['there are not four options', ({ options }) => options.length === 4],
  [
    `an option is empty or longer than ${OPTION_MAX_CHARS} characters`,
    ({ options }) => options.every(optionFits),
  ],
  [
    'two options are the same',
    ({ options }) => new Set(options.map(meaning)).size === options.length,
  ],
  [
    'an option speaks of the others ("all of these")',
    ({ options }) => !options.some((option) => /^(all|both|none|neither|any) of /i.test(option)),
  ],
  [
    'an option is a date: a spreadsheet makes them of scores',
    ({ options }) => !options.some(isSpreadsheetDate),
  ],
  [
    'the options mix numbers, scores, seasons, places or words',
    ({ options }) => new Set(options.map(kindOf)).size <= 1,
  ],
  [
    'the answer is not among the options exactly once',
    ({ options, answer }) => options.filter((option) => option === answer).length === 1,
  ],
  ['a wrong option is right too', ({ options, alsoRight = [] }) => noneOf(options, alsoRight)],
  [
    'the question contains an option',
    ({ question, options }) => !options.some(givenAwayBy(question)),
  ],
  ['a word of the answer stands in the question', (question) => !tellsAnswer(question)],
  [
    `its picture has more than ${PICTURE_MAX_BYTES} bytes`,
    ({ picture }) => picture === undefined || pictureFits(picture),
  ],
  [
    'its picture contains an option',
    ({ picture, options }) => !namesIn(picture).some((name) => options.some(givenAwayBy(name))),
  ],
  ['the question does not name its season or year', (question) => namesItsTime(question)],
  [
    'the answer changes with the day',
    ({ question }) => !/\b(current(ly)?|reigning|now|today|(this|last) season)\b/i.test(question),
  ],
  ['nobody knows who won the 2025 Africa Cup of Nations', (question) => !asksOfCup2025(question)],
  ['that title was taken away', (question) => !asksOfTakenTitle(question)],
];

/** The rules that one question breaks on its own, each as a short sentence; empty when it is fine. */
export function brokenRules(question: Question): string[] {
  const broken = RULES.filter(([, holds]) => !holds(question)).map(([says]) => says);
  return [...broken, ...wrongNames(question)];
}

/** True for a day of the calendar: "2027-02-30" is none. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
