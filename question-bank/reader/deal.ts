import type { Picture } from '../../src/contract/picture.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { BankQuestion } from './bank.ts';
import { seededNumbers } from './seeded-numbers.ts';
import { shuffle, spread } from './shuffle.ts';

/** A question as it was dealt, with its options in the order of this round. */
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
 * The part of a round that is about Africa, while there are such questions that are new to its
 * player (game.md#about-africa).
 */
export const AFRICAN_SHARE = 0.25;

/**
 * Deals questions from a pool. Questions that were never dealt to the player come first, then those
 * that were dealt longest ago. At least a quarter, rounded up, is about Africa, while such
 * questions are among those that come first. Pictures have the same share as in the pool, rounded
 * up. At most two questions are of one template, and these are not next to each other where
 * possible. The right answers are at each of the four positions equally often, give or take one.
 * The same pool, `seen` and seed give the same questions in the same order.
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
 * Deals questions from one pool after the other, each as `deal` does. Across all pools no subject
 * comes twice, and no two questions of one template follow each other. The position of each right
 * answer is independent of the others. Otherwise a player for money could count the earlier
 * positions and guess the next position.
 * @param next gives a random number from 0 to below 1; it must not come from a small seed, because
 * the questions already dealt would then reveal the next questions
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

/**
 * The questions with their right answers at these positions and their wrong options in random
 * order.
 */
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

/**
 * Positions for the answers, in random order. Each of the four positions comes equally often, give
 * or take one.
 */
function answerPlaces(count: number, next: () => number): number[] {
  const fours = Array.from({ length: Math.ceil(count / PLACES.length) }, () =>
    shuffle(PLACES, next),
  );
  return shuffle(fours.flat().slice(0, count), next);
}

/** The number of questions wanted, and the least number of them about Africa. */
type Wanted = { count: number; african: number };

/**
 * Chooses questions from a pool: those never dealt to the player first, then those dealt longest
 * ago. Where possible, no question shares a subject with the questions `before`. The chosen
 * questions are in no particular order.
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
 * The pool in groups of questions that were last dealt at the same time. The group that was never
 * dealt comes first, then the group that was dealt longest ago.
 */
function byLastDealt(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
): BankQuestion[][] {
  const groups = Map.groupBy(pool, ({ id }) => seen.get(id) ?? Number.NEGATIVE_INFINITY);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/**
 * The most questions of one template in a round. More would make the round about one thing, and are
 * dealt only if little else is left.
 */
const MOST_OF_A_TEMPLATE = 2;

/**
 * Draws the missing questions from a group, or the whole group if it is too small. A question comes
 * later if its subject is in `before` or `chosen`, or if its template already has both two
 * questions and its share. Pictures get their share, and at least one. Questions about Africa are
 * drawn before the rest until there are enough.
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
 * Mixes a group so that each template has about the same share in every stretch as in the whole
 * group. Rounds take questions from the front, so all templates run out together. The last rounds
 * of a stock are then not all of one template.
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
