import type { Question } from '../question.ts';
import { isWordedByHand } from './openings.ts';

/** How many top-flight seasons each club has in the tables, by category. */
export type Weights = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * A club with at least `HEAVY` seasons weighs much. A club with at most `LIGHT` seasons weighs
 * hardly anything.
 */
const HEAVY = 20;
const LIGHT = 5;

type Weighed = Pick<Question, 'category' | 'template' | 'options'>;

/**
 * The option that differs from the others in weight alone: one giant among three small clubs, or
 * the reverse. Hand-worded questions are not checked, because their authors weigh the options
 * themselves.
 */
export function oddOneOut(question: Weighed, weights: Weights): string | undefined {
  const clubs = weights.get(question.category);
  if (clubs === undefined || isWordedByHand(question)) return undefined;
  const { options } = question;
  const heavy = options.filter((club) => (clubs.get(club) ?? 0) >= HEAVY);
  const light = options.filter((club) => clubs.has(club) && (clubs.get(club) ?? 0) <= LIGHT);
  if (heavy.length + light.length !== options.length) return undefined;
  return [heavy, light].find(({ length }) => length === 1)?.[0];
}
