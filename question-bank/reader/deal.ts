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
 * Deals questions out of a pool: those the player was never dealt come first, then those
 * dealt longest ago. Pictures are as many as their share of the pool makes it, rounded up; at most two
 * are of one template, and no two of those stand side by side, where it can be helped, and the right
 * answers stand in each of the four places as often, give or take one.
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
  const order = inOrder([pool], seen, count, next);
  return arrange(order, answerPlaces(order.length, next), next);
}

/**
 * Deals `count` questions out of each pool, one pool after the other: each as `deal` does, and all
 * together hold no subject twice and no two of one template side by side. Each right answer stands
 * anywhere, whatever came before: who plays for money would count how often each place has been.
 * @param next a number from 0 to 1 (without it) by chance; what is dealt tells what follows where it
 *   comes from a small seed
 */
export function dealRising(
  pools: readonly (readonly BankQuestion[])[],
  seen: ReadonlyMap<string, number>,
  count: number,
  next: () => number,
): DealtQuestion[] {
  const order = inOrder(pools, seen, count, next);
  const places = order.map(() => Math.floor(next() * PLACES.length));
  return arrange(order, places, next);
}

function inOrder(
  pools: readonly (readonly BankQuestion[])[],
  seen: ReadonlyMap<string, number>,
  count: number,
  next: () => number,
): BankQuestion[] {
  const order: BankQuestion[] = [];
  for (const pool of pools) {
    const chosen = choose(pool, seen, count, order, next);
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

function choose(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
  count: number,
  before: readonly BankQuestion[],
  next: () => number,
): BankQuestion[] {
  const chosen: BankQuestion[] = [];
  for (const group of byLastDealt(pool, seen)) {
    const room = count - chosen.length;
    if (room === 0) break;
    chosen.push(...draw(group, room, { before, chosen }, next));
  }
  return chosen;
}

/** The pool in groups dealt at one time: those never dealt, then those dealt longest ago. */
function byLastDealt(
  pool: readonly BankQuestion[],
  seen: ReadonlyMap<string, number>,
): BankQuestion[][] {
  const groups = Map.groupBy(pool, ({ id }) => seen.get(id) ?? Number.NEGATIVE_INFINITY);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/** More than these of one template would be a round about one thing, unless little else is left. */
const MOST_OF_A_TEMPLATE = 2;

/**
 * Draws `room` questions of a group, or all: first those of subjects that are neither `before` nor
 * `chosen`, and of templates that were not chosen twice, or as often as their share makes it. Pictures
 * are as many as their share makes it, and at least one.
 */
function draw(
  group: readonly BankQuestion[],
  room: number,
  { before, chosen }: Record<'before' | 'chosen', readonly BankQuestion[]>,
  next: () => number,
): BankQuestion[] {
  const subjects = new Set([...before, ...chosen].map(({ subject }) => subject));
  const templates = chosen.map(({ template }) => template);
  const count = chosen.length + room;
  const piles = [...Map.groupBy(group, ({ template }) => template)];
  const most = new Map(
    piles.map(([template, { length }]) => [
      template,
      Math.max(MOST_OF_A_TEMPLATE, Math.ceil((count * length) / group.length)),
    ]),
  );
  const drawable = group.filter(hasPicture).length;
  const mostPictures = Math.ceil((count * drawable) / group.length);
  let pictures = chosen.filter(hasPicture).length;
  const isMany = (question: BankQuestion): boolean =>
    templates.filter((one) => one === question.template).length >=
      (most.get(question.template) ?? 0) ||
    (hasPicture(question) && pictures >= mostPictures);
  const drawn: BankQuestion[] = [];
  const ofMany: BankQuestion[] = [];
  const taken: BankQuestion[] = [];
  for (const question of pictureFirst(evenly(group, next))) {
    const { subject, template } = question;
    if (subject !== undefined && subjects.has(subject)) taken.push(question);
    else if (isMany(question)) ofMany.push(question);
    else {
      drawn.push(question);
      templates.push(template);
      pictures += Number(hasPicture(question));
      subjects.add(subject);
    }
  }
  return [...drawn, ...ofMany, ...taken].slice(0, room);
}

const hasPicture = ({ picture }: BankQuestion): boolean => picture !== undefined;

/** The same with its first picture before all others, so that one is drawn. */
function pictureFirst(group: readonly BankQuestion[]): BankQuestion[] {
  const first = group.find(hasPicture);
  return first === undefined ? [...group] : [first, ...group.filter((one) => one !== first)];
}

/**
 * A group in an order drawn from `next` whose every stretch holds each template in about its
 * share of the group: taken from the front, all templates run out together, and no round at the
 * end of a stock is left with one template's questions.
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

/** A place for each answer: each of the four as often, give or take one, in any order. */
function answerPlaces(count: number, next: () => number): number[] {
  const fours = Array.from({ length: Math.ceil(count / PLACES.length) }, () =>
    shuffle(PLACES, next),
  );
  return shuffle(fours.flat().slice(0, count), next);
}
