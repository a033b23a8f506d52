import { describe, expect, test } from 'vitest';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';
import { resultWithout } from '../../../src/rules/withdrawn.ts';
import { questions, terms } from './medium-round.ts';

const ends: [TranscriptRow['end'], string | null, number][] = [
  ['answered', 'right', 900],
  ['answered', 'wrong', 900],
  ['skipped', null, 900],
  ['timeout', null, terms.timerMs],
  ['answered', 'right', terms.timerMs + 1],
  ['answered', 'wrong', terms.timerMs],
];
const rows = ends.map(([end, choice, ms], index) => ({
  questionId: `q${index + 1}`,
  choice,
  ms,
  end,
}));
const round = { terms, questions, rows, result: scoreTranscript(terms, questions, rows) };

describe('a question that is withdrawn from a round that has counted', () => {
  test.each([
    ['answered wrong', 'q2', { wrong: 1 }],
    ['skipped', 'q3', { skipped: 0 }],
    ['out of time', 'q4', { timedOut: 1 }],
    ['answered too late', 'q5', { timedOut: 1 }],
    ['answered wrong at the last moment', 'q6', { wrong: 1 }],
  ])('and was %s is right, and costs nothing', (_how, id, fewer) => {
    const before = { points: 10, coins: 90, right: 1, wrong: 2, skipped: 1, timedOut: 2 };
    expect(round.result).toEqual(before);
    expect(resultWithout(round, id)).toEqual({
      ...before,
      ...fewer,
      right: 2,
      points: 20,
      coins: 75,
    });
  });

  test.each([
    ['was right', 'q1'],
    ['was not shown', 'q7'],
    ['is not in the round', 'q11'],
  ])('and %s changes nothing', (_what, id) => expect(resultWithout(round, id)).toBeNull());
});
