import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { LEVELS, type Level } from '../../../src/rules/levels.ts';

export type Chance = () => number;

/** The part of a question that matters to answering: the harder, the fewer know it. */
export type StockQuestion = { letters: number; difficulty: number };

export type Stock = { level: Level; category: number; questions: readonly StockQuestion[] };

export const CATEGORIES = 8;
/** The bank's questions of a category at a level, without the reserve. */
const QUESTIONS = 405;
const HARDNESS: Readonly<Record<Level, number>> = { easy: -1.2, medium: 0, hard: 1.1 };

/** Stocks of the bank's size and variety. */
export const STOCKS: readonly Stock[] = LEVELS.flatMap((level) =>
  Array.from({ length: CATEGORIES }, (_, category) => {
    const next = seededNumbers(level.length * 100 + category);
    const questions = Array.from({ length: QUESTIONS }, () => questionOf(level, next));
    return { level, category, questions };
  }),
);

/** A question that is in no stock, like those of the reserve. */
export function questionOf(level: Level, next: Chance): StockQuestion {
  const letters = Math.min(179, Math.max(39, Math.round(104 + 25 * normal(next))));
  return { letters, difficulty: HARDNESS[level] + normal(next) };
}

export function normal(next: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

export function between(next: Chance, from: number, to: number): number {
  return from + next() * (to - from);
}
