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
/** A player who taps blindly gets this many right once in ten thousand rounds. */
const BLIND_LUCK = 1e-4;

/**
 * Finding one option among four in a new order each time takes longer, even if the answer is known
 * by heart.
 */
const FOUND_MS = 450;

/**
 * Implausible signs in a round, each with its figure; the round counts, and a proof round is
 * requested (game.md#implausible-results).
 */
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
 * The questions took more time than has passed. A phone's clock may be set forward during one
 * question, so the longest is left out; a timeout proves nothing about time.
 */
function fasterThanTheClock({ rows, elapsedMs }: ReceivedRound): string | null {
  const played = rows.filter(({ end }) => end !== 'timeout').map(({ ms }) => ms);
  // A tap goes on before the colour has ended, but not at once.
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

/** The evidence against a game: a sign is a flag by itself, a hint only together with another one. */
export type Evidence = { signs: string[]; hints: string[] };

type Weight = 'sign' | 'hint';

/** A finding with its figure and its weight; `null` for none. */
export type Found = { weight: Weight; text: string } | null;

/** Findings sorted by weight. */
export function evidenceFrom(found: readonly Found[]): Evidence {
  const textsOf = (weight: Weight) =>
    found.flatMap((one) => (one?.weight === weight ? one.text : []));
  return { signs: textsOf('sign'), hints: textsOf('hint') };
}

/** A finding if a figure is below the limit of its weight. */
export function below(figure: number, edge: Record<Weight, number>, text: string): Found {
  if (figure < edge.sign) return { weight: 'sign', text };
  return figure < edge.hint ? { weight: 'hint', text } : null;
}

/** A finding if there are too many for chance. */
export function enough(count: number, least: Record<Weight, number>, text: string): Found {
  if (count >= least.sign) return { weight: 'sign', text };
  return count >= least.hint ? { weight: 'hint', text } : null;
}

/** The number of letters in a question and its options. */
export function lettersOf({ question, options }: { question: string; options: readonly string[] }) {
  return question.length + options.join('').length;
}

/**
 * True for an answer given too quickly to have read the question: seeing, choosing and tapping take
 * 300 ms, and nobody reads more than 200 letters a second, eight times a practised reader.
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

/** The number of right answers out of those asked. */
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

/** A number of questions, and how the player's past answers to questions of this kind went. */
export type QuestionKind = { asked: number; past: Tally };

/**
 * The chance of at most `right` right answers over several kinds of questions: the fewer past
 * answers a kind has, the less they prove (a sum of beta-binomials).
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

/**
 * Stirling's series, exact to ten digits because the argument is first raised to where it is
 * accurate.
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
