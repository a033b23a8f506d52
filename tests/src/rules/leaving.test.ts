import { describe, expect, test } from 'vitest';
import { endUnfinished } from '../../../src/rules/leaving.ts';
import { scoreTranscript, stepRound } from '../../../src/rules/round.ts';
import { questions, START, started, terms } from './medium-round.ts';

describe('ending a round from outside', () => {
  const ended = (state: ReturnType<typeof started> | null, at: number) => {
    const { rows, left } = endUnfinished({ terms, questions, state }, at);
    expect(left).toBe(true);
    return { ends: rows.map(({ end }) => end), ...scoreTranscript(terms, questions, rows) };
  };

  test('skips the question whose clock runs', () => {
    const state = stepRound(started(), { type: 'answer', choice: 'right', at: START + 1000 });
    expect(ended(state, START + 5000)).toMatchObject({
      ends: ['answered', 'skipped'],
      points: 10,
      coins: 30,
    });
  });

  test('costs nothing for the question behind one that ran out: it was never seen', () => {
    expect(ended(started(), START + 60_000)).toMatchObject({ ends: ['timeout'], coins: 15 });
  });

  test('leaves one that is over as it is', () => {
    const state = { ...started(), questions: [], steppedAt: START };
    expect(endUnfinished({ terms, questions, state }, START + 60_000)).toBe(state);
  });

  test('of a round that was never begun spends the coins of one question', () => {
    expect(ended(null, START)).toMatchObject({ ends: ['skipped'], points: 0, coins: 15 });
  });
});
