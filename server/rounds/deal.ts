import type { Level } from '../../src/rules/levels.ts';
import type { BankQuestion } from './bank.ts';
import { seededNumbers, shuffle } from './shuffle.ts';

/** A question as it was dealt: its options in the order of this round. */
export type DealtQuestion = {
  id: string;
  question: string;
  options: string[];
  answer: string;
  level: Level;
  fact: string;
};

/**
 * Deals questions out of a pool: those the player was never dealt come first, then those dealt
 * longest ago. The same pool, past and seed deal the same questions in the same order.
 * @param seen when each question was last dealt to this player, in epoch milliseconds
 */
export function deal(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
  count: number,
  seed: number,
): DealtQuestion[] {
  const next = seededNumbers(seed);
  const lastDealt = ({ id }: BankQuestion) => seen.get(id) ?? Number.NEGATIVE_INFINITY;
  const chosen = shuffle(pool, next)
    // Questions of one past round have one time: the shuffle before decides among them.
    .toSorted((a, b) => Math.sign(lastDealt(a) - lastDealt(b)) || 0)
    .slice(0, count);
  return shuffle(chosen, next).map(({ id, question, options, answer, level, fact }) => ({
    id,
    question,
    options: shuffle(options, next),
    answer,
    level,
    fact,
  }));
}
