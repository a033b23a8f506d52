import type { Category } from '../../src/contract/categories.ts';
import type { Level } from '../../src/rules/levels.ts';

/** A question of the bank; `category` is a category's id. */
export type BankQuestion = {
  id: string;
  category: string;
  level: Level;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string;
};

/** The categories in the order players see them, and all questions. */
export type Bank = { categories: readonly Category[]; questions: readonly BankQuestion[] };
