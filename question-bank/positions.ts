import type { Question } from './question.ts';
import { hash, shuffled } from './seeded.ts';

const PLACES = [0, 1, 2, 3];

/** What a place may hold, in parts of all questions: a little closer than `check` asks for. */
const HOLDS = { least: 0.225, most: 0.275 };

/** The share of questions, in percent, whose answer stands at each of the four positions. */
export function positionShares(questions: readonly Question[]): number[] {
  return PLACES.map((place) => {
    const here = questions.filter((one) => one.options[place] === one.answer).length;
    return questions.length === 0 ? 0 : (100 * here) / questions.length;
  });
}

/**
 * Gives each answer a position by its id, then moves as few as it takes for the four to be about
 * as often right: a player who always taps the same button gains nothing.
 */
export function balancePositions(questions: readonly Question[]): Question[] {
  const places = PLACES.map((place) =>
    shuffled(
      questions.filter(({ id }) => hash(`${id} position`) % PLACES.length === place),
      'position',
      ({ id }) => id,
    ),
  );
  for (;;) {
    const [fewest = [], , , most = []] = places.toSorted((a, b) => a.length - b.length);
    const isEven =
      fewest.length >= HOLDS.least * questions.length &&
      most.length <= HOLDS.most * questions.length;
    if (isEven || most.length - fewest.length <= 1) break;
    fewest.push(...most.splice(-1));
  }
  const placeOf = new Map(places.flatMap((ones, place) => ones.map(({ id }) => [id, place])));
  return questions.map((one) => ({ ...one, options: arranged(one, placeOf.get(one.id) ?? 0) }));
}

function arranged({ id, options, answer }: Question, place: number): string[] {
  const wrong = shuffled(
    options.filter((option) => option !== answer),
    `${id} order`,
    (option) => option,
  );
  return wrong.toSpliced(place, 0, answer);
}
