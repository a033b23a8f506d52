/** How many of how many answers were right. */
export type Tally = { right: number; asked: number };

/** The chance of at least `right` of `asked` right answers where each is right with chance `share`. */
export function atLeast({ right, asked }: Tally, share: number): number {
  let sum = 0;
  for (let count = right; count <= asked; count += 1) {
    sum += Math.exp(
      lnChoose(asked, count) + count * Math.log(share) + (asked - count) * Math.log(1 - share),
    );
  }
  return Math.min(1, sum);
}

/**
 * The chance of at most `right` of `asked` right answers for somebody whose answers so far were `past`:
 * the fewer these are, the less they tell (beta-binomial).
 */
export function atMostBy({ right, asked }: Tally, past: Tally): number {
  const [alpha, beta] = [1 + past.right, 1 + past.asked - past.right];
  let sum = 0;
  for (let count = 0; count <= right; count += 1) {
    sum += Math.exp(
      lnChoose(asked, count) + lnBeta(alpha + count, beta + asked - count) - lnBeta(alpha, beta),
    );
  }
  return Math.min(1, sum);
}

function lnChoose(from: number, count: number): number {
  return lnGamma(from + 1) - lnGamma(count + 1) - lnGamma(from - count + 1);
}

function lnBeta(alpha: number, beta: number): number {
  return lnGamma(alpha) + lnGamma(beta) - lnGamma(alpha + beta);
}

/** Stirling's series, made exact to ten digits by steps up to where it is. */
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
