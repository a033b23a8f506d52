import { AskedBefore } from './alike.ts';
import type { Content } from './content.ts';
import type { Question } from './question.ts';
import { CATEGORY_IDS, LEVELS } from './question.ts';
import { brokenRules } from './rules.ts';
import { hash, shuffled } from './seeded.ts';
import type { Facts } from './tables.ts';
import type { Source } from './template.ts';

/**
 * How many questions a category's level holds at most. All easy ones that the tables carry: new
 * players get no others. Above that, more of a level would be ever duller details.
 */
const MOST = { easy: 600, medium: 450, hard: 450 } as const;

/**
 * Makes the generated questions, in a stable order: by category, by level, by id. What is retired,
 * corrected by hand or unsafe does not come back.
 */
export function generate(
  facts: Facts,
  sources: readonly Source[],
  { own, retired, unsafe }: Pick<Content, 'own' | 'retired' | 'unsafe'>,
): Question[] {
  const shares = new Map(sources.map(({ id, share }) => [id, share]));
  const without = new Set([...own, ...retired].map(({ id }) => id));
  const asked = new AskedBefore();
  for (const one of own) asked.add(one);
  const drafts = sources
    .flatMap((source) => shuffled(source.drafts(facts), 'deal', ({ id }) => id))
    .toSorted((a, b) => Number(isAboutNigeria(b)) - Number(isAboutNigeria(a)))
    .filter((one) => !without.has(one.id) && !unsafe.has(one.from))
    .filter((one) => brokenRules(one).length === 0 && asked.add(one) === undefined);
  return CATEGORY_IDS.flatMap((category) => {
    const chosen = LEVELS.flatMap((level) => {
      const here = drafts.filter((one) => one.category === category && one.level === level);
      const piles = [...Map.groupBy(here, (one) => one.template)].map(([id, questions]) => ({
        share: shares.get(id) ?? 0,
        questions,
      }));
      return deal(piles, MOST[level]);
    });
    return balancePositions(chosen);
  });
}

/** The players are Nigerians: what is about them comes first. */
export function isAboutNigeria({ question, answer, fact }: Question): boolean {
  return /Nigeria|Super Eagles/.test(`${question} ${answer} ${fact}`);
}

type Pile = { share: number; questions: readonly Question[] };

/** Takes questions from the piles in turn, each within its share of what is taken in all. */
function deal(piles: readonly Pile[], most: number): Question[] {
  const size = largestSize(piles, most);
  const rooms = piles.map(({ share, questions }) => questions.slice(0, room(share, size)));
  const longest = Math.max(0, ...rooms.map((pile) => pile.length));
  const inTurn = Array.from({ length: longest }, (_, turn) =>
    rooms.flatMap((pile) => pile.slice(turn, turn + 1)),
  );
  return inTurn
    .flat()
    .slice(0, size)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const room = (share: number, size: number): number => Math.floor((size * share) / 100);

/** The most questions that can be taken with no pile above its share of them. */
function largestSize(piles: readonly Pile[], most: number): number {
  const fits = (size: number): boolean => {
    const taken = piles.map((pile) => Math.min(pile.questions.length, room(pile.share, size)));
    return taken.reduce((sum, count) => sum + count, 0) >= size;
  };
  let size = most;
  while (!fits(size)) size -= 1;
  return size;
}

/**
 * Gives each answer a position by its id, then moves as few as it takes for every position to
 * hold a quarter: a player who always taps the same button gains nothing.
 */
export function balancePositions(questions: readonly Question[]): Question[] {
  const most = Math.ceil(questions.length / 4);
  const counts = [0, 0, 0, 0];
  const positions = new Map<string, number>();
  const inSeedOrder = shuffled(questions, 'position', (one) => one.id);
  for (const { id } of inSeedOrder) {
    const wanted = hash(`${id} position`) % 4;
    const free = [0, 1, 2, 3].map((step) => (wanted + step) % 4);
    const position = free.find((one) => (counts[one] ?? 0) < most) ?? wanted;
    counts[position] = (counts[position] ?? 0) + 1;
    positions.set(id, position);
  }
  return questions.map((one) => ({
    ...one,
    options: arranged(one, positions.get(one.id) ?? 0),
  }));
}

function arranged({ id, options, answer }: Question, position: number): string[] {
  const wrong = shuffled(
    options.filter((option) => option !== answer),
    `${id} order`,
    (option) => option,
  );
  return wrong.toSpliced(position, 0, answer);
}
