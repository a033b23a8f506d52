import type { Level } from '../../src/rules/levels.ts';
import type { Question } from '../question.ts';
import { fold } from '../text/fold.ts';

/**
 * The largest percentages of a level, and of a category's level, that may begin with the same two
 * words.
 */
const MOST_OF_A_LEVEL_PERCENT = 20;
const MOST_OF_A_CATEGORY_PERCENT = 25;
/** Shares are not checked among fewer questions than this, because they mean nothing there. */
const FEW = 100;

/** True for basics and stories, which a person worded and not a template. */
export const isWordedByHand = ({ template }: Pick<Question, 'template'>): boolean =>
  /^[bk]\d/.test(template);

export type Opening = { where: string; says: string };

/**
 * Openings that too many questions share. Each level, its hand-worded questions, and each
 * category's level are checked separately.
 */
export function overused(questions: readonly Question[]): Opening[] {
  const byLevel = Map.groupBy(questions, ({ level }) => level);
  return [...byLevel].flatMap(([level, all]) => [
    ...wornIn(`level ${level}`, all, MOST_OF_A_LEVEL_PERCENT),
    ...wornIn(
      `level ${level}, worded by hand`,
      all.filter(isWordedByHand),
      MOST_OF_A_LEVEL_PERCENT,
    ),
    ...wornInCategories(level, all),
  ]);
}

function wornInCategories(level: Level, questions: readonly Question[]): Opening[] {
  return [...Map.groupBy(questions, ({ category }) => category)].flatMap(([category, ones]) =>
    wornIn(`${category}, ${level}`, ones, MOST_OF_A_CATEGORY_PERCENT),
  );
}

function wornIn(where: string, questions: readonly Question[], most: number): Opening[] {
  if (questions.length < FEW) return [];
  return [...Map.groupBy(questions, openingOf)].flatMap(([opening, { length }]) => {
    const share = (100 * length) / questions.length;
    return share <= most ? [] : [{ where, says: `${share.toFixed(1)} % begin with "${opening}"` }];
  });
}

const openingOf = ({ question }: Question): string =>
  fold(question).split(' ').slice(0, 2).join(' ');
