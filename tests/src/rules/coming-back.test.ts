import { describe, expect, test } from 'vitest';
import { kickOffAfter, resumeRound } from '../../../src/rules/coming-back.ts';
import { timeLeftMs } from '../../../src/rules/round.ts';
import { questions, START, started } from './medium-round.ts';

describe('a kick-off', () => {
  test('leads to the first question', () => expect(kickOffAfter(null, START)).toBe(0));

  test('leads to none while the clock of the question on the table runs', () => {
    expect(kickOffAfter(started(), START + 11_999)).toBeNull();
    expect(resumeRound(started(), START + 11_999).shownAt).toBe(START);
  });

  test('leads to the question after the one that ran out, whose clock starts as it comes', () => {
    expect(kickOffAfter(started(), START + 12_000)).toBe(1);
    const state = resumeRound(started(), START + 14_700);
    expect(state.rows.map(({ end }) => end)).toEqual(['timeout']);
    expect(timeLeftMs(state, START + 14_700)).toBe(12_000);
    expect(timeLeftMs(state, START + 15_700)).toBe(11_000);
  });

  test('leads to none where the last question ran out, or the player has left', () => {
    const last = { ...started(), questions: questions.slice(0, 1) };
    expect(kickOffAfter(last, START + 60_000)).toBeNull();
    expect(kickOffAfter({ ...started(), left: true }, START + 60_000)).toBeNull();
  });
});
