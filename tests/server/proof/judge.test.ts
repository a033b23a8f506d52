import { expect, test } from 'vitest';
import { flagsOfProof, judgeProof, tallyOfProof } from '../../../server/proof/judge.ts';
import type { OpenProof } from '../../../server/proof/rounds.ts';
import { buildBankQuestion } from '../../support/bank.ts';

const result = (right: number, asked = 20) => ({ right, asked });

test.each([
  ['as ranked play', 16, { right: 800, asked: 1000 }, true],
  ['a little worse than ranked play', 13, { right: 800, asked: 1000 }, true],
  ['better than ranked play', 20, { right: 500, asked: 1000 }, true],
  ['far worse than ranked play', 9, { right: 800, asked: 1000 }, false],
  ['as somebody who guesses, after all was right', 5, { right: 990, asked: 1000 }, false],
  ['badly, but nobody knows how they play', 3, { right: 0, asked: 0 }, true],
])('%s: %i of 20', (_how, right, past, isLikely) => {
  expect(judgeProof(result(right), past).isLikely).toBe(isLikely);
});

test('the figures are kept for the person who decides', () => {
  const past = { right: 90, asked: 100 };
  const { likelihood, ...kept } = judgeProof(result(10), past);
  expect(kept).toEqual({ right: 10, asked: 20, past, isLikely: false });
  expect(likelihood).toBeGreaterThan(0);
  expect(likelihood).toBeLessThan(0.01);
});

test('the same result is judged alike however long somebody has played', () => {
  const some = judgeProof(result(12), { right: 160, asked: 200 });
  const much = judgeProof(result(12), { right: 16_000, asked: 20_000 });
  expect(much.likelihood).toBeCloseTo(some.likelihood, 9);
});

/** A proof round whose answers took these times. */
function timed(times: readonly number[]): OpenProof {
  const asked = buildBankQuestion('q', { question: 'q'.repeat(100) });
  const question = { ...asked, options: [...asked.options] };
  return {
    questions: times.map(() => question),
    rows: times.map((ms) => ({ choice: question.answer, ms, end: 'right' as const })),
    timerMs: 12_000,
    shownAt: 0,
    allowanceMs: 8000,
  };
}

const HUMAN_MS = [4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100];

test('times of a person have nothing against them, those of a program have', () => {
  expect(flagsOfProof(timed(HUMAN_MS), HUMAN_MS)).toEqual([]);
  const even = HUMAN_MS.map((_, index) => 3000 + (index % 2));
  expect(flagsOfProof(timed(even), even).map((flag) => flag.split(':')[0])).toEqual([
    'times-too-even',
    'times-too-even',
  ]);
});

test('a question that the game was out of reach for is not counted', () => {
  const { rows, ...round } = timed(HUMAN_MS);
  const ranOut = { choice: null, ms: 12_000, end: 'void' as const };
  expect(tallyOfProof({ ...round, rows: [...rows, ranOut] } as OpenProof)).toEqual(result(10, 10));
});
