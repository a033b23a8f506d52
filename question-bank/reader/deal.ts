import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { BankQuestion } from './bank.ts';
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

/**
 * The part of a round that is about Africa while its player has new such questions
 * (game.md#about-africa).
 */
export const AFRICAN_SHARE = 0.25;

/**
 * Deals questions from a pool: those never dealt to the player come first, then those dealt longest
 * ago. At least a quarter, rounded up, is about Africa while such questions are among those that
 * come first. Pictures get their share of the pool, rounded up. At most two questions are of one
 * template and, where possible, never next to each other. The right answers are at each of the four
 * positions equally often, give or take one. The same pool, past and seed deal the same questions
 * in the same order.
 * @param pool the questions of one category and level; a pool smaller than `count` is dealt whole
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

/** Questions, and how many of them to deal. */
type DealtFrom = { pool: readonly BankQuestion[]; count: number };

/**
 * Deals questions from each pool, one pool after the other, each as `deal` does. Across all pools no subject
 * comes twice, and no two questions of one template follow each other. The position of each right answer is
 * independent of the others: otherwise a player for money could count the positions so far and guess the
 * next.
 * @param next gives a number from 0 up to, but without, 1 by chance; with a small seed, dealt
 * questions would reveal the next ones
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

/** The questions with their right answers at these positions, the wrong ones in any order. */
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

/** A position for each answer: each of the four equally often, give or take one, in any order. */
function answerPlaces(count: number, next: () => number): number[] {
  const fours = Array.from({ length: Math.ceil(count / PLACES.length) }, () =>
    shuffle(PLACES, next),
  );
  return shuffle(fours.flat().slice(0, count), next);
}

/** How many questions are wanted, and how many of them at least must be about Africa. */
type Wanted = { count: number; african: number };

/**
 * Chooses questions from a pool, in no order: those never dealt to the player, then those dealt
 * longest ago. Where possible their subjects are not `before`.
 */
function choose(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
  wanted: Wanted,
  before: readonly BankQuestion[],
  next: () => number,
): BankQuestion[] {
  const chosen: BankQuestion[] = [];
  for (const group of byLastDealt(pool, seen)) {
    if (chosen.length === wanted.count) break;
    chosen.push(...draw(group, wanted, { before, chosen }, next));
  }
  return chosen;
}

/**
 * The pool in groups that were dealt at the same time: those never dealt first, then those dealt
 * longest ago.
 */
function byLastDealt(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
): BankQuestion[][] {
  const groups = Map.groupBy(pool, ({ id }) => seen.get(id) ?? Number.NEGATIVE_INFINITY);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/**
 * A round with more than these of one template would be about one thing; it happens only if little
 * else is left.
 */
const MOST_OF_A_TEMPLATE = 2;

/**
 * Draws the rest of what is wanted from a group, or all of it. Questions come first whose subject
 * is neither `before` nor `chosen`, and whose template has not yet been chosen twice or up to its
 * share. Pictures get their share, and at least one; questions about Africa are drawn before the
 * rest until there are enough.
 */
function draw(
  group: readonly BankQuestion[],
  { count, african }: Wanted,
  { before, chosen }: Record<'before' | 'chosen', readonly BankQuestion[]>,
  next: () => number,
): BankQuestion[] {
  const subjects = new Set([...before, ...chosen].map(({ subject }) => subject));
  const drawn = new Set<BankQuestion>();
  const has = (is: (question: BankQuestion) => boolean): number =>
    [...chosen, ...drawn].filter(is).length;
  const shareOf = (part: readonly BankQuestion[]): number =>
    Math.ceil((count * part.length) / group.length);
  const most = new Map(
    [...Map.groupBy(group, ({ template }) => template)].map(([template, ones]) => [
      template,
      Math.max(MOST_OF_A_TEMPLATE, shareOf(ones)),
    ]),
  );
  const mostPictures = shareOf(group.filter(hasPicture));
  const isTaken = ({ subject }: BankQuestion): boolean =>
    subject !== undefined && subjects.has(subject);
  const isMany = (question: BankQuestion): boolean =>
    has(({ template }) => template === question.template) >= (most.get(question.template) ?? 0) ||
    (hasPicture(question) && has(hasPicture) >= mostPictures);
  const drawWhile = (isWanted: () => boolean, from: readonly BankQuestion[]): void => {
    for (const question of from) {
      if (!isWanted()) break;
      if (drawn.has(question) || isTaken(question) || isMany(question)) continue;
      drawn.add(question);
      subjects.add(question.subject);
    }
  };
  const order = evenly(group, next);
  drawWhile(() => has(hasPicture) === 0, order.filter(hasPicture));
  drawWhile(() => has(isAboutAfrica) < african, order.filter(isAboutAfrica));
  drawWhile(() => chosen.length + drawn.size < count, order);
  const left = order.filter((question) => !drawn.has(question));
  const [ofMany, taken] = [left.filter((one) => !isTaken(one)), left.filter(isTaken)];
  return [...drawn, ...ofMany, ...taken].slice(0, count - chosen.length);
}

const hasPicture = ({ picture }: BankQuestion): boolean => picture !== undefined;
const isAboutAfrica = (question: BankQuestion): boolean => question.isAboutAfrica === true;

/**
 * A group in an order drawn from `next` in which every stretch holds each template in about its
 * share of the group. Taken from the front, all templates run out together, and the last rounds of
 * a stock are not all of one template.
 */
function evenly(group: readonly BankQuestion[], next: () => number): BankQuestion[] {
  const templates = Map.groupBy(group, ({ template }) => template);
  return [...templates.values()]
    .flatMap((ones) =>
      shuffle(ones, next).map((question, index) => ({
        question,
        place: (index + next()) / ones.length,
      })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ question }) => question);
}
