import { expect, test } from 'vitest';
import { flagsOf } from '../../../server/rounds/flags.ts';
import { atLeast, atMostBy, expectedBy } from '../../../server/rounds/likelihood.ts';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';
import { buildBankQuestion } from '../../support/bank.ts';

const TERMS = {
  level: 'easy',
  coinsPerQuestion: 10,
  pointsPerCorrect: 5,
  timerMs: 10_000,
} as const;

const QUESTIONS = Array.from({ length: 10 }, (_, index) => buildBankQuestion(`q-${index + 1}`));

/** Times of a person, each unlike the others. */
const HUMAN_MS = [4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100];

/** A round of right answers, and the evidence against it. */
function round(
  msOf: (index: number) => number,
  parts: { elapsedMs?: number; end?: TranscriptRow['end'] } = {},
) {
  const { elapsedMs = 120_000, end = 'answered' } = parts;
  const rows = QUESTIONS.map(({ id, answer }, index) => {
    return { questionId: id, choice: end === 'answered' ? answer : null, ms: msOf(index), end };
  });
  const result = scoreTranscript(TERMS, QUESTIONS, rows);
  const { points, coins, right: score } = result;
  return {
    terms: TERMS,
    questions: QUESTIONS,
    rows,
    result,
    onPhone: { points, coins, score },
    elapsedMs,
  };
}

const human = (index: number) => HUMAN_MS[index] ?? 5000;

test('a round as a person plays it has no flag', () => {
  expect(flagsOf(round(human))).toEqual([]);
});

test('a different count of the phone is reported with both figures', () => {
  const other = { ...round(human), onPhone: { points: 500, coins: 0, score: 10 } };
  expect(flagsOf(other)).toEqual([
    'claim-differs: 500 points, 0 coins, 10 right on the phone, 50, 100, 10 here',
  ]);
});

test('a clock that jumps during one question flags nothing, a round that took no time does', () => {
  const jumped = round((index) => (index === 3 ? 9900 : 1500 + 100 * index), { elapsedMs: 26_000 });
  expect(flagsOf(jumped)).toEqual([]);
  expect(flagsOf(round(human, { elapsedMs: 40_000 }))).toEqual([
    'faster-than-the-clock: 46900 ms of questions within 40000 ms',
  ]);
});

test('a timeout says nothing of the time that passed', () => {
  expect(flagsOf(round(() => 10_000, { elapsedMs: 500, end: 'timeout' }))).toEqual([]);
});

test('ten right in three seconds is flagged, tapping through is not', () => {
  const fast = (index: number) => 150 + 30 * index;
  const tapped = (right: number) => {
    const made = round(fast);
    const rows = made.rows.map((row, index) => (index < right ? row : { ...row, choice: 'none' }));
    const { points, coins, right: score } = scoreTranscript(TERMS, QUESTIONS, rows);
    return flagsOf({
      ...made,
      rows,
      result: scoreTranscript(TERMS, QUESTIONS, rows),
      onPhone: { points, coins, score },
    });
  };
  expect(tapped(10)).toEqual(['answers-too-fast: 10 of 10 answers within 450 ms are right']);
  expect(tapped(8)).toEqual([]);
  expect(tapped(2)).toEqual([]);
});

test('at least so many right answers by chance', () => {
  expect(atLeast({ right: 10, asked: 10 }, 0.25)).toBeCloseTo(0.25 ** 10, 12);
  expect(atLeast({ right: 9, asked: 10 }, 0.25)).toBeCloseTo(31 * 0.25 ** 10, 12);
  expect(atLeast({ right: 0, asked: 40 }, 0.5)).toBeCloseTo(1, 9);
  expect(atLeast({ right: 1500, asked: 3000 }, 0.5)).toBeCloseTo(0.507, 3);
});

const of = (asked: number, right: number, past: number) => ({
  asked,
  past: { right, asked: past },
});

test('at most so many, by what somebody has answered before', () => {
  expect(atMostBy(20, [of(20, 90, 100)])).toBeCloseTo(1, 9);
  // With a long past it is nearly the binomial chance: 0.5 ^ 2 for none of two.
  expect(atMostBy(0, [of(2, 500_000, 1_000_000)])).toBeCloseTo(0.25, 4);
});

test('several kinds of question are judged by their sum', () => {
  const [easy, hard] = [of(1, 900_000, 1_000_000), of(1, 500_000, 1_000_000)];
  expect(atMostBy(0, [easy, hard])).toBeCloseTo(0.05, 4);
  expect(atMostBy(1, [easy, hard])).toBeCloseTo(0.55, 4);
  expect(atMostBy(2, [easy, hard])).toBeCloseTo(1, 7);
  expect(expectedBy([easy, hard])).toBeCloseTo(1.4, 4);
});

test('the less somebody has answered, the less a bad result says', () => {
  const few = atMostBy(10, [of(20, 9, 10)]);
  const many = atMostBy(10, [of(20, 900, 1000)]);
  expect(few).toBeGreaterThan(100 * many);
});
