import type { Category } from '../../src/contract/categories.ts';
import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';

/** The part of a question that a server needs. `category` is a category's id. */
export type BankQuestion = {
  id: string;
  category: string;
  level: Level;
  /**
   * The template that made the question. In a round, no two questions of one template are next to
   * each other where possible.
   */
  template: string;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string;
  /**
   * The question's picture. A question with a picture is dealt only to clients that show pictures.
   */
  picture?: Picture | undefined;
  /**
   * Whether the question's texts name Africa, an African country or an African player. This is set
   * when the bank is read.
   */
  isAboutAfrica?: boolean | undefined;
  /**
   * The question's subject. A round has one question per subject while questions of other subjects
   * are left.
   */
  subject?: string | undefined;
};

/** The categories in the order players see them, and all questions. */
export type QuestionBank = { categories: readonly Category[]; questions: readonly BankQuestion[] };

/** The questions without a picture, for clients that show no pictures. */
export const withoutPictures = <Q extends BankQuestion>(questions: readonly Q[]): Q[] =>
  questions.filter(({ picture }) => picture === undefined);
