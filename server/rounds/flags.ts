import { GO_ON_AFTER_MS } from '../../src/rules/levels.ts';
import {
  isRightAnswer,
  type RoundQuestion,
  type RoundResult,
  type RoundTerms,
  type TranscriptRow,
} from '../../src/rules/round.ts';
import type { PhoneResult } from '../database/tables.ts';

/** A round as it is counted, and the time from its issue to its receipt. */
type ReceivedRound = {
  terms: RoundTerms;
  questions: readonly (RoundQuestion & { question: string })[];
  rows: readonly TranscriptRow[];
  result: RoundResult;
  onPhone: PhoneResult;
  elapsedMs: number;
};

/** A question has four options. */
const BLIND_SHARE = 0.25;
/** Who taps without reading has as many right once in ten thousand rounds. */
const BLIND_LUCK = 1e-4;

/** To find one option among four that stand in another order each time takes longer, even by heart. */
const FOUND_MS = 450;

/** What looks implausible, each with its figure; it counts, and a proof round is asked for (game.md#implausible-results). */
export function flagsOf(round: ReceivedRound): string[] {
  return [phoneDiffers(round), fasterThanTheClock(round), tooFast(round)].filter(
    (flag) => flag !== null,
  );
}

function phoneDiffers({ result, onPhone }: ReceivedRound): string | null {
  const { points, coins, score } = onPhone;
  if (points === result.points && coins === result.coins && score === result.right) return null;
  const said = `${points} points, ${coins} coins, ${score} right`;
  return `claim-differs: ${said} on the phone, ${result.points}, ${result.coins}, ${result.right} here`;
}

/**
 * More time on the questions than has passed. A phone's clock may be put forward during one of them,
 * so that the longest is left out; a timeout says nothing of the time that passed.
 */
function fasterThanTheClock({ rows, elapsedMs }: ReceivedRound): string | null {
  const played = rows.filter(({ end }) => end !== 'timeout').map(({ ms }) => ms);
  // A tap goes on before the colour is over, but not at once.
  const flashes = rows.slice(0, -1).filter(({ end }) => end === 'answered').length;
  const sum = played.reduce((all, ms) => all + ms, 0) - Math.max(0, ...played);
  const leastMs = sum + flashes * GO_ON_AFTER_MS;
  if (leastMs <= elapsedMs) return null;
  return `faster-than-the-clock: ${leastMs} ms of questions within ${elapsedMs} ms`;
}

function tooFast({ rows, questions, terms }: ReceivedRound): string | null {
  const fast = rows.filter(({ end, ms }) => end === 'answered' && ms < FOUND_MS);
  const right = fast.filter((row) => {
    const question = questions[rows.indexOf(row)];
    return question !== undefined && isRightAnswer(row, question, terms);
  }).length;
  if (atLeast({ right, asked: fast.length }, BLIND_SHARE) > BLIND_LUCK) return null;
  return `answers-too-fast: ${right} of ${fast.length} answers within ${FOUND_MS} ms are right`;
}

/** What speaks against a game: a sign is a flag by itself, a hint only together with another one. */
export type Evidence = { signs: string[]; hints: string[] };

type Weight = 'sign' | 'hint';

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

/** So many questions, for somebody whose answers to such ones were `past`: some right, some not. */
export type QuestionKind = { asked: number; past: Tally };

/**
 * The chance of at most `right` right answers of several kinds of question together: the fewer answers the past
 * of a kind holds, the less they tell (a sum of beta-binomials).
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

/** How many right answers are to be expected of several kinds of question together. */
export function expectedBy(kinds: readonly QuestionKind[]): number {
  return kinds.reduce((sum, { asked, past }) => sum + (asked * past.right) / past.asked, 0);
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { right, asked }) => ({ right: sum.right + right, asked: sum.asked + asked }),
    { right: 0, asked: 0 },
  );
}

/** The chances of none, one, two and so on up to all right. */
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
