import { describe, expect, test } from 'vitest';
import {
  dealtAt,
  type RushRun,
  rushAnswerableUntil,
  rushElapsedMs,
  rushFrozenMs,
  rushTimeLeftMs,
  rushTimeUpAt,
  stepRun,
} from '../../../src/rules/rush-run.ts';
import { begun, DEALT, play, right, use } from './played-run.ts';

const STARTS = DEALT + 750;

const answerAt = (run: RushRun, at: number) =>
  stepRun(run, { type: 'answer', choice: 'right', at });
const freezeAt = (run: RushRun, at: number) =>
  stepRun(run, { type: 'power-up', powerUp: 'time-freeze', draw: 0, at });

describe('the clock of a level', () => {
  test('starts with the flash over, and runs to the receipt of the answer', () => {
    expect(rushTimeLeftMs(begun(), DEALT)).toBe(15_000);
    expect(rushTimeLeftMs(begun(), STARTS)).toBe(15_000);
    expect(rushTimeLeftMs(begun(), STARTS + 4000)).toBe(11_000);
    const run = answerAt(begun(), STARTS + 4000);
    expect(run.rows).toMatchObject([{ ms: 4000, end: 'right' }]);
    expect(run.shownAt).toBe(STARTS + 4000 + 750);
  });

  test('has 15 s up to level 10 and 12 s after', () => {
    let run = begun();
    const times = [];
    while (run.ended === null) {
      times.push(rushTimeLeftMs(run, run.shownAt));
      run = play(run, right);
    }
    expect(times).toEqual([...Array(10).fill(15_000), ...Array(5).fill(12_000)]);
  });

  test('does not run backwards with a clock that was set back', () => {
    const run = answerAt(begun(), DEALT - 60_000);
    expect(run.rows).toMatchObject([{ ms: 0, end: 'right' }]);
    expect(rushTimeLeftMs(begun(), DEALT - 60_000)).toBe(15_000);
  });

  test('starts later where the dealing took long, never earlier', () => {
    expect(dealtAt(begun(), DEALT + 900).shownAt).toBe(STARTS + 900);
    expect(dealtAt(begun(), DEALT - 900).shownAt).toBe(STARTS);
  });
});

describe('the allowance for bad lines', () => {
  const late = (run: RushRun, ms: number) => answerAt(run, rushTimeUpAt(run) + ms);

  test('an answer in time leaves it whole', () => {
    expect(late(begun(), 0)).toMatchObject({ allowanceMs: 8000, ended: null });
  });

  test('a late answer spends as much as it is late, at most 2 s', () => {
    expect(late(begun(), 1)).toMatchObject({ allowanceMs: 7999, rows: [{ end: 'right' }] });
    expect(late(begun(), 2000)).toMatchObject({ allowanceMs: 6000, rows: [{ end: 'right' }] });
    expect(late(begun(), 2001)).toMatchObject({
      allowanceMs: 8000,
      ended: 'timeout',
      rows: [{ choice: null, end: 'timeout' }],
    });
    expect(rushAnswerableUntil(begun())).toBe(STARTS + 17_000);
  });

  test('of a run is 8 s: then what comes late is a timeout', () => {
    let run = begun();
    for (let level = 1; level <= 4; level += 1) run = late(run, 2000);
    expect(run).toMatchObject({ allowanceMs: 0, ended: null });
    expect(rushAnswerableUntil(run)).toBe(rushTimeUpAt(run));
    expect(late(run, 0)).toMatchObject({ ended: null });
    expect(late(run, 1)).toMatchObject({ ended: 'timeout' });
  });

  test('what is left of it may be less than 2 s', () => {
    let run = begun();
    for (const ms of [2000, 2000, 2000, 1500]) run = late(run, ms);
    expect(late(run, 501).ended).toBe('timeout');
    expect(late(run, 500)).toMatchObject({ allowanceMs: 0, ended: null });
  });

  test('a late wrong answer is wrong, no timeout', () => {
    const at = STARTS + 16_000;
    const run = stepRun(begun(), { type: 'answer', choice: 'wrong', at });
    expect(run).toMatchObject({ ended: 'wrong', rows: [{ choice: 'wrong' }] });
  });

  test('a late Skip spends it too, and past it ends the run', () => {
    const skip = (at: number) =>
      stepRun(begun(), { type: 'power-up', powerUp: 'skip', draw: 0, at });
    expect(skip(STARTS + 16_500)).toMatchObject({ allowanceMs: 6500, ended: null });
    expect(skip(STARTS + 17_001)).toMatchObject({ ended: 'timeout', used: {} });
  });

  test('other power-ups leave it to the answer', () => {
    const used = stepRun(begun(), {
      type: 'power-up',
      powerUp: 'double-points',
      draw: 0,
      at: STARTS + 16_000,
    });
    expect(used.allowanceMs).toBe(8000);
    expect(answerAt(used, STARTS + 16_500)).toMatchObject({ allowanceMs: 6500 });
  });
});

describe('Time Freeze', () => {
  test('stops the clock for 30 s from when it is used', () => {
    const run = freezeAt(begun(), STARTS + 5000);
    expect(rushTimeLeftMs(run, STARTS + 5000)).toBe(10_000);
    expect(rushTimeLeftMs(run, STARTS + 34_999)).toBe(10_000);
    expect(rushTimeLeftMs(run, STARTS + 36_000)).toBe(9000);
    expect(rushFrozenMs(run, STARTS + 15_000)).toBe(20_000);
    expect(rushFrozenMs(run, STARTS + 99_000)).toBe(0);
    expect(rushTimeUpAt(run)).toBe(STARTS + 45_000);
    expect(answerAt(run, STARTS + 45_000).rows).toMatchObject([{ ms: 15_000, end: 'right' }]);
    expect(answerAt(run, STARTS + 47_001).ended).toBe('timeout');
  });

  test('used before the clock starts, it stops it from its start', () => {
    const run = freezeAt(begun(), DEALT);
    expect(rushFrozenMs(run, DEALT)).toBe(30_000);
    expect(rushElapsedMs(run, STARTS + 30_000)).toBe(0);
    expect(rushTimeLeftMs(run, STARTS + 31_000)).toBe(14_000);
  });

  test('used in the allowance, it stops what is spent of that', () => {
    const run = freezeAt(begun(), STARTS + 16_000);
    expect(run.frozenAt).toBe(STARTS + 16_000);
    expect(answerAt(run, STARTS + 46_000)).toMatchObject({ allowanceMs: 7000, ended: null });
    expect(answerAt(run, STARTS + 47_001)).toMatchObject({ ended: 'timeout' });
    expect(freezeAt(begun(), STARTS + 17_001)).toMatchObject({ ended: 'timeout', used: {} });
  });

  test('stops one level alone, and once', () => {
    const run = play(begun(), use('time-freeze'), right);
    expect(run.frozenAt).toBeNull();
    expect(rushTimeLeftMs(run, run.shownAt + 5000)).toBe(10_000);
    expect(freezeAt(run, run.shownAt)).toBe(run);
  });

  test('counts no stopped time to the answer', () => {
    const run = answerAt(freezeAt(begun(), STARTS + 1000), STARTS + 21_000);
    expect(run.rows).toMatchObject([{ ms: 1000 }]);
  });
});
