import type { Category } from '../../src/contract/categories.ts';
import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';

/** What a server needs of a question; `category` is a category's id. */
export type BankQuestion = {
  id: string;
  category: string;
  level: Level;
  /** What it was made by: no two of one template stand side by side in a round. */
  template: string;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string;
  /** What is drawn beside it: dealt to nobody whose client does not draw. */
  picture?: Picture | undefined;
  /** Whether its texts name Africa, a country of it or a player of one; judged when the bank is read. */
  isAboutAfrica?: boolean | undefined;
  /** What it gives away besides itself: a round holds one question per subject while others are left. */
  subject?: string | undefined;
};

/** The categories in the order players see them, and all questions. */
export type QuestionBank = { categories: readonly Category[]; questions: readonly BankQuestion[] };

/** The questions without those that have a picture: for whatever shows none. */
export const withoutPictures = <Q extends BankQuestion>(questions: readonly Q[]): Q[] =>
  questions.filter(({ picture }) => picture === undefined);
