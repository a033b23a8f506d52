import type { Category } from '../../src/contract/categories.ts';
import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';

/** The part of a question that a server needs; `category` is a category's id. */
export type BankQuestion = {
  id: string;
  category: string;
  level: Level;
  /**
   * The template it was made by: no two questions of one template are next to each other in a
   * round.
   */
  template: string;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string;
  /** Its picture: a question with one is dealt only to clients that show pictures. */
  picture?: Picture | undefined;
  /**
   * Whether its texts name Africa, an African country or an African player; decided when the bank
   * is read.
   */
  isAboutAfrica?: boolean | undefined;
  /** Its subject: a round holds one question per subject while others are left. */
  subject?: string | undefined;
};

/** The categories in the order players see them, and all questions. */
export type QuestionBank = { categories: readonly Category[]; questions: readonly BankQuestion[] };

/** The questions without a picture, for clients that show none. */
export const withoutPictures = <Q extends BankQuestion>(questions: readonly Q[]): Q[] =>
  questions.filter(({ picture }) => picture === undefined);
