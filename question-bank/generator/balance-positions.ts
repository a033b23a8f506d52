import type { Question } from '../question.ts';
import { POSITIONS } from '../rules/answer-positions.ts';
import { hash } from '../text/hash.ts';
import { shuffled } from './seeded.ts';

/**
 * The smallest and the largest share of the answers that may be at one position. `check` allows a
 * little more.
 */
const HOLDS = { least: 0.225, most: 0.275 };

/**
 * Places each answer by its question's id, then moves a few answers to make the positions even.
 * Players who always tap the same button then gain nothing.
 */
export function balancePositions(questions: readonly Question[]): Question[] {
  const piles = POSITIONS.map((position) =>
    shuffled(
      questions.filter(({ id }) => hash(`${id} position`) % POSITIONS.length === position),
      'position',
      ({ id }) => id,
    ),
  );
  for (;;) {
    const [fewest = [], , , most = []] = piles.toSorted((a, b) => a.length - b.length);
    const isEven =
      fewest.length >= HOLDS.least * questions.length &&
      most.length <= HOLDS.most * questions.length;
    if (isEven || most.length - fewest.length <= 1) break;
    fewest.push(...most.splice(-1));
  }
  const positionOf = new Map(piles.flatMap((ones, index) => ones.map(({ id }) => [id, index])));
  return questions.map((one) => ({ ...one, options: arranged(one, positionOf.get(one.id) ?? 0) }));
}

function arranged({ id, options, answer }: Question, position: number): string[] {
  const wrong = shuffled(
    options.filter((option) => option !== answer),
    `${id} order`,
    (option) => option,
  );
  return wrong.toSpliced(position, 0, answer);
}
