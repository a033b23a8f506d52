/** What speaks against a game: a sign is a flag by itself, a hint only together with another one. */
export type Evidence = { signs: string[]; hints: string[] };

export type Weight = 'sign' | 'hint';

/** What was found, with its figure, and what it weighs; `null` for nothing. */
export type Found = { weight: Weight; text: string } | null;

/** What was found, by its weight. */
export function evidenceFrom(found: readonly Found[]): Evidence {
  const textsOf = (weight: Weight) =>
    found.flatMap((one) => (one?.weight === weight ? one.text : []));
  return { signs: textsOf('sign'), hints: textsOf('hint') };
}

/** Found where a figure is below what it weighs from. */
export function below(figure: number, edge: Record<Weight, number>, text: string): Found {
  if (figure < edge.sign) return { weight: 'sign', text };
  return figure < edge.hint ? { weight: 'hint', text } : null;
}

/** Found where so many are no accident. */
export function enough(count: number, least: Record<Weight, number>, text: string): Found {
  if (count >= least.sign) return { weight: 'sign', text };
  return count >= least.hint ? { weight: 'hint', text } : null;
}

/** A question's letters, which have to be read with its options'. */
export function lettersOf({ question, options }: { question: string; options: readonly string[] }) {
  return question.length + options.join('').length;
}

/**
 * To see, choose and tap takes 300 ms, and nobody reads more than 200 letters a second: eight times a
 * practised reader. What is quicker was not read.
 */
export function isHasty(ms: number, letters: number): boolean {
  return ms < 300 + 5 * letters;
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

export function deviation(figures: readonly number[]): number {
  const middle = mean(figures);
  return Math.sqrt(mean(figures.map((figure) => (figure - middle) ** 2)));
}
