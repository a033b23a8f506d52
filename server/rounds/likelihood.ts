export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

export function deviation(figures: readonly number[]): number {
  const middle = mean(figures);
  return Math.sqrt(mean(figures.map((figure) => (figure - middle) ** 2)));
}

/** How many questions were asked, and how many of them were answered right. */
export type Tally = { right: number; asked: number };

/**
 * The chance that at least `right` of `asked` answers are right, if each of them is right with chance
 * `share`.
 */
export function atLeast({ right, asked }: Tally, share: number): number {
  let sum = 0;
  for (let count = right; count <= asked; count += 1) {
    sum += Math.exp(
      lnChoose(asked, count) + count * Math.log(share) + (asked - count) * Math.log(1 - share),
    );
  }
  return Math.min(1, sum);
}

/** A number of questions of one kind, and how the player answered questions of this kind before. */
export type QuestionKind = { asked: number; past: Tally };

/**
 * The chance that at most `right` answers are right, over several kinds of questions. It is a sum of
 * beta-binomials, so that few past answers to a kind prove less than many.
 */
export function atMostBy(right: number, kinds: readonly QuestionKind[]): number {
  let sums = [1];
  for (const kind of kinds) {
    const chances = chancesBy(kind);
    const next = Array.from({ length: sums.length + kind.asked }, () => 0);
    for (const [before, chance] of sums.entries()) {
      for (const [count, other] of chances.entries()) {
        next[before + count] = (next[before + count] ?? 0) + chance * other;
      }
    }
    sums = next;
  }
  return Math.min(
    1,
    sums.slice(0, right + 1).reduce((sum, chance) => sum + chance, 0),
  );
}

/** The expected number of right answers over several kinds of questions. */
export function expectedBy(kinds: readonly QuestionKind[]): number {
  return kinds.reduce((sum, { asked, past }) => sum + (asked * past.right) / past.asked, 0);
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { right, asked }) => ({ right: sum.right + right, asked: sum.asked + asked }),
    { right: 0, asked: 0 },
  );
}

/** The chances of 0, 1, 2 and so on up to `asked` right answers. */
function chancesBy({ asked, past }: QuestionKind): number[] {
  const [alpha, beta] = [past.right, past.asked - past.right];
  return Array.from({ length: asked + 1 }, (_, count) =>
    Math.exp(
      lnChoose(asked, count) + lnBeta(alpha + count, beta + asked - count) - lnBeta(alpha, beta),
    ),
  );
}

function lnChoose(from: number, count: number): number {
  return lnGamma(from + 1) - lnGamma(count + 1) - lnGamma(from - count + 1);
}

function lnBeta(alpha: number, beta: number): number {
  return lnGamma(alpha) + lnGamma(beta) - lnGamma(alpha + beta);
}

/**
 * The logarithm of the gamma function by Stirling's series. The series is exact to ten digits for large
 * arguments only, so a small argument is raised first.
 */
function lnGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 8) {
    shift += Math.log(at);
    at += 1;
  }
  const square = at * at;
  const series = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}
