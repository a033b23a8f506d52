import { expect, test } from 'vitest';
import type { ClaimPart } from '../../../server/database/tables.ts';
import { covers, flagsOfProof, gapsOfProof, judgeProof } from '../../../server/proof/claim.ts';
import type { OpenProof } from '../../../server/proof/rounds.ts';
import { type Level, QUESTION_TIMER_MS } from '../../../src/rules/levels.ts';
import { buildBankQuestion } from '../../support/bank.ts';

/**
 * A part of a claim: the number of questions, their level, and the earlier right answers out of
 * those asked.
 */
const part = (questions: number, level: Level, right: number, asked: number): ClaimPart => {
  const past = { right, asked };
  return { questions, level, timerMs: QUESTION_TIMER_MS[level], categories: [], past };
};

const ends = (
  right: number,
  of = 20,
  end: 'wrong' | 'void' = 'wrong',
): Pick<OpenProof, 'rows'> => ({
  rows: Array.from({ length: of }, (_, index) => {
    return { choice: null, ms: 3000, end: index < right ? 'right' : end };
  }),
});

test.each([
  ['as was claimed', 16, part(20, 'easy', 800, 1000), true],
  ['a little worse than was claimed', 13, part(20, 'easy', 800, 1000), true],
  ['better than was claimed', 20, part(20, 'easy', 500, 1000), true],
  ['far worse than was claimed', 9, part(20, 'easy', 800, 1000), false],
  ['as somebody who guesses, after all was right', 5, part(20, 'easy', 990, 1000), false],
  ['well, beside a few games of as many right', 18, part(20, 'easy', 30, 30), true],
  ['badly, beside a few games of all right', 11, part(20, 'easy', 30, 30), false],
  ['all right, beside nothing', 20, part(20, 'easy', 0, 0), false],
])('%s: %i of 20', (_how, right, claim, isLikely) => {
  expect(judgeProof([claim], ends(right)).isLikely).toBe(isLikely);
});

test('several levels are judged by what each claims', () => {
  const claim = [part(10, 'easy', 900, 1000), part(10, 'hard', 500, 1000)];
  expect(judgeProof(claim, ends(11)).isLikely).toBe(true);
  expect(judgeProof(claim, ends(9)).isLikely).toBe(false);
});

test('the figures are kept for the person who decides', () => {
  const { likelihood, ...kept } = judgeProof([part(20, 'easy', 90, 100)], ends(10));
  expect(kept).toEqual({ right: 10, asked: 20, isLikely: false });
  expect(likelihood).toBeGreaterThan(0);
  expect(likelihood).toBeLessThan(0.01);
});

test('the same result is judged alike however long somebody has played', () => {
  const some = judgeProof([part(20, 'easy', 320, 400)], ends(12));
  const much = judgeProof([part(20, 'easy', 16_000, 20_000)], ends(12));
  expect(much.likelihood).toBeCloseTo(some.likelihood, 9);
});

test('a question that the game was out of reach for is not counted', () => {
  const { right, asked } = judgeProof([part(20, 'easy', 8, 10)], ends(10, 12, 'void'));
  expect({ right, asked }).toEqual({ right: 10, asked: 10 });
});

test.each([
  ['the same', part(20, 'medium', 60, 100), true],
  ['a little better', part(20, 'medium', 70, 100), true],
  ['far better at the same level', part(20, 'medium', 92, 100), false],
  ['a harder level', part(20, 'hard', 60, 100), false],
  ['no better, at an easier level', part(20, 'easy', 65, 100), true],
  ['nothing that could be compared', part(20, 'easy', 0, 0), true],
])('what was proved at medium with 60 of 100 right holds for %s: %j %s', (_what, claim, holds) => {
  expect(covers([part(20, 'medium', 60, 100)], [claim])).toBe(holds);
});

test('a proof of an empty claim covers no other claim', () => {
  expect(covers([part(20, 'easy', 0, 0)], [part(20, 'easy', 75, 100)])).toBe(false);
});

test('a proved claim covers a prize with a few more hard questions', () => {
  const mixed = (hard: number) => [part(20 - hard, 'easy', 80, 100), part(hard, 'hard', 60, 100)];
  expect(covers(mixed(4), mixed(8))).toBe(true);
  expect(covers(mixed(4), mixed(9))).toBe(false);
});

/** A proof round with these times for its answers. */
function timed(times: readonly number[]): Pick<OpenProof, 'questions' | 'rows'> {
  const asked = buildBankQuestion('q', { question: 'q'.repeat(100) });
  const question = { ...asked, options: [...asked.options], timerMs: 12_000 };
  return {
    questions: times.map(() => question),
    rows: times.map((ms) => ({ choice: question.answer, ms, end: 'right' as const })),
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

test('a round easier than the winning play, or one with many outages, waits for a person', () => {
  const claim = [part(10, 'medium', 80, 100), part(10, 'hard', 80, 100)];
  const asked = (hard: number) =>
    Array.from({ length: 20 }, (_, index) => {
      const level: Level = index < 20 - hard ? 'medium' : 'hard';
      return { level };
    });
  const lost = (count: number) => ends(20 - count, 20, 'void').rows;
  expect(gapsOfProof(claim, { questions: asked(10), rows: lost(0) })).toEqual([]);
  expect(gapsOfProof(claim, { questions: asked(6), rows: lost(2) })).toEqual([]);
  expect(gapsOfProof(claim, { questions: asked(5), rows: lost(3) })).toEqual([
    'easier-questions: 5 of 20 were easier than what won',
    'outages: 3 questions ran out while the game could not be reached',
  ]);
});
