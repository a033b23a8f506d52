import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { BankQuestion } from './bank.ts';
import { choose } from './choose.ts';
import { seededNumbers } from './seeded-numbers.ts';
import { shuffle, spread } from './shuffle.ts';

/** A question as it was dealt: its options in the order of this round. */
export type DealtQuestion = {
  id: string;
  question: string;
  options: string[];
  answer: string;
  level: Level;
  fact: string;
  picture?: Picture | undefined;
};

const PLACES = [0, 1, 2, 3];

/** So much of a round is about Africa while its player has new ones that are (game.md#about-africa). */
export const AFRICAN_SHARE = 0.25;

/**
 * Deals questions out of a pool: those the player was never dealt come first, then those
 * dealt longest ago. A quarter, rounded up, or more is about Africa, as long as such ones come first.
 * Pictures are as many as their share of the pool makes it, rounded up; at most two are of one
 * template, and no two of those stand side by side, where it can be helped, and the right answers stand
 * in each of the four places as often, give or take one.
 * The same pool, past and seed deal the same questions in the same order.
 * @param pool the questions of one category and level; one smaller than `count` is dealt whole
 * @param seen when each question was last dealt to this player, in epoch milliseconds
 * @param seed a whole number from 0 to 2³² - 1
 */
export function deal(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
  count: number,
  seed: number,
): DealtQuestion[] {
  const next = seededNumbers(seed);
  const african = Math.ceil(count * AFRICAN_SHARE);
  const order = inOrder([{ pool, count }], seen, african, next);
  return arrange(order, answerPlaces(order.length, next), next);
}

/** Questions, and how many of them are dealt. */
export type DealtFrom = { pool: readonly BankQuestion[]; count: number };

/**
 * Deals questions out of each pool, one pool after the other: each as `deal` does, and all
 * together hold no subject twice and no two of one template side by side. Each right answer stands
 * anywhere, whatever came before: who plays for money would count how often each place has been.
 * @param next a number from 0 to 1 (without it) by chance; what is dealt tells what follows where it
 *   comes from a small seed
 */
export function dealRising(
  pools: readonly DealtFrom[],
  seen: ReadonlyMap<string, number>,
  next: () => number,
): DealtQuestion[] {
  const order = inOrder(pools, seen, 0, next);
  const places = order.map(() => Math.floor(next() * PLACES.length));
  return arrange(order, places, next);
}

function inOrder(
  pools: readonly DealtFrom[],
  seen: ReadonlyMap<string, number>,
  african: number,
  next: () => number,
): BankQuestion[] {
  const order: BankQuestion[] = [];
  for (const { pool, count } of pools) {
    const chosen = choose(pool, seen, { count, african }, order, next);
    order.push(...spread(chosen, ({ template }) => template, next, order.at(-1)?.template));
  }
  return order;
}

/** The questions with their right answers at these places, the wrong ones in any order. */
function arrange(
  order: readonly BankQuestion[],
  places: readonly number[],
  next: () => number,
): DealtQuestion[] {
  return order.map(({ id, question, options, answer, level, fact, picture }, index) => {
    const wrong = shuffle(
      options.filter((option) => option !== answer),
      next,
    );
    const arranged = wrong.toSpliced(places[index] ?? 0, 0, answer);
    return { id, question, options: arranged, answer, level, fact, ...(picture && { picture }) };
  });
}

/** A place for each answer: each of the four as often, give or take one, in any order. */
function answerPlaces(count: number, next: () => number): number[] {
  const fours = Array.from({ length: Math.ceil(count / PLACES.length) }, () =>
    shuffle(PLACES, next),
  );
  return shuffle(fours.flat().slice(0, count), next);
}
