import type { BankQuestion } from './bank.ts';
import { shuffle } from './shuffle.ts';

/** How many questions are wanted, and how many of them at least about Africa. */
export type Wanted = { count: number; african: number };

/**
 * Chooses questions of a pool, in no order: those the player was never dealt, then those dealt longest
 * ago; of subjects that are not `before`, where that can be helped.
 */
export function choose(
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
 * Draws from a group what is still wanted, or all: first those of subjects that are neither `before` nor
 * `chosen`, and of templates that were not chosen twice, or as often as their share makes it. Pictures
 * are as many as their share makes it, and at least one; what is about Africa is drawn before the rest
 * until there is as much as is wanted.
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
