import { describe, expect, test } from 'vitest';
import { LEVELS, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import {
  coinsPerQuestion,
  levelCost,
  pointsPerCorrect,
  rewardFigure,
} from '../../../src/rules/scoring.ts';

const byLevel = (figure: (level: (typeof LEVELS)[number]) => number) => LEVELS.map(figure);

describe('coins per question (easy/medium/hard)', () => {
  test.each([
    [0, [10, 15, 20]],
    [1499, [10, 15, 20]],
    [1500, [10, 15, 20]],
    [1501, [15, 20, 30]],
    [2000, [15, 20, 30]],
    [3499, [15, 20, 30]],
    [3500, [15, 20, 30]],
    [3501, [20, 25, 30]],
    [99_999, [20, 25, 30]],
  ])('at %i points of the week: %j', (highScore, coins) => {
    expect(byLevel((level) => coinsPerQuestion(level, highScore))).toEqual(coins);
  });
});

describe('points per right answer (easy/medium/hard)', () => {
  test.each([
    [0, [5, 10, 15]],
    [1501, [5, 10, 15]],
    [2000, [5, 10, 15]],
    [2001, [3, 5, 10]],
    [3499, [3, 5, 10]],
    [3500, [1, 3, 5]],
    [3501, [1, 3, 5]],
  ])('at %i points of the week: %j', (highScore, points) => {
    expect(byLevel((level) => pointsPerCorrect(level, highScore))).toEqual(points);
  });
});

test('a level costs its coins for ten questions', () => {
  expect(QUESTIONS_PER_ROUND).toBe(10);
  expect(byLevel((level) => levelCost(level, 0))).toEqual([100, 150, 200]);
  expect(byLevel((level) => levelCost(level, 1501))).toEqual([150, 200, 300]);
  expect(byLevel((level) => levelCost(level, 3501))).toEqual([200, 250, 300]);
});

test('the level picker shows points times ten', () => {
  expect(byLevel((level) => rewardFigure(level, 0))).toEqual([50, 100, 150]);
  expect(byLevel((level) => rewardFigure(level, 2001))).toEqual([30, 50, 100]);
  expect(byLevel((level) => rewardFigure(level, 3500))).toEqual([10, 30, 50]);
});

test('a question can be answered for 10, 12 or 15 seconds', () => {
  expect(byLevel((level) => QUESTION_TIMER_MS[level])).toEqual([10_000, 12_000, 15_000]);
});
