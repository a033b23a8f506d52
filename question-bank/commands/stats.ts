import { QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { isAboutNigeria } from '../generator/about-nigeria.ts';
import { CATEGORY_IDS, LEVELS, type Question } from '../question.ts';
import { aboutAfrica } from '../reader/about-africa.ts';
import { inPlay, readAfricanNames, readContent } from '../reader/content.ts';
import { deckOf } from '../reader/deck.ts';
import { count, type Outcome, table } from './outcome.ts';

/** The rounds that a keen player plays in a day. */
const ROUNDS_A_DAY = 5;

/**
 * Counts by category, level and template, and the days in which a player gets no question twice.
 */
export function stats(folder: URL, today: string): Outcome {
  const content = readContent(folder);
  const questions = inPlay(content);
  const deck = new Set(deckOf(content.generated).map(({ id }) => id));
  const dealt = questions.filter(({ id }) => !deck.has(id));
  return {
    lines: [
      ...countLines(folder, questions),
      '',
      `Days of ${ROUNDS_A_DAY} rounds in one category at one level before a question comes again:`,
      ...table(['', ...LEVELS], rowsBy(dealt, daysWithoutRepeat)),
      '',
      'Templates:',
      ...table(['', ...LEVELS, 'all'], templateRows(questions)),
      '',
      `${count(questions.length - dealt.length, 'question')} of the deck, which no game that counts deals.`,
      `${count(content.own.length, 'question')} of the operator's own, ${content.retired.length} retired, ${dueBy(questions, today)} due for review by ${today}.`,
    ],
  };
}

/**
 * The counts by category and level, with the questions about Nigeria and the questions about
 * Africa.
 */
export function countLines(folder: URL, questions: readonly Question[]): string[] {
  const isAboutAfrica = aboutAfrica(readAfricanNames(folder));
  const counts = (here: readonly Question[]): number[] => [
    ...byLevel(here),
    here.length,
    here.filter(isAboutNigeria).length,
    here.filter(isAboutAfrica).length,
  ];
  const rows = CATEGORY_IDS.map((category) => [
    category,
    ...counts(questions.filter((one) => one.category === category)),
  ]);
  const head = ['', ...LEVELS, 'all', 'Nigeria', 'Africa'];
  return table(head, [...rows, ['all', ...counts(questions)]]);
}

const byLevel = (questions: readonly Question[]): number[] =>
  LEVELS.map((level) => questions.filter((one) => one.level === level).length);

function rowsBy(questions: readonly Question[], figure: (stock: number) => string): string[][] {
  return CATEGORY_IDS.map((category) => [
    category,
    ...byLevel(questions.filter((one) => one.category === category)).map(figure),
  ]);
}

const daysWithoutRepeat = (stock: number): string =>
  (Math.floor(stock / QUESTIONS_PER_ROUND) / ROUNDS_A_DAY).toFixed(1);

function templateRows(questions: readonly Question[]): (string | number)[][] {
  return [...Map.groupBy(questions, (one) => one.template)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([template, ones]) => [template, ...byLevel(ones), ones.length]);
}

export function dueBy(questions: readonly Question[], day: string): number {
  return questions.filter(({ reviewBy }) => reviewBy !== undefined && reviewBy <= day).length;
}
