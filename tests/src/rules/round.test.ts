import { describe, expect, test } from 'vitest';
import {
  currentQuestion,
  isRoundOver,
  type RoundEvent,
  type RoundState,
  scoreTranscript,
  stepRound,
  timeLeftMs,
  transcriptFault,
} from '../../../src/rules/round.ts';
import { questions, START, started, terms } from './medium-round.ts';

const play = (state: RoundState, ...events: RoundEvent[]) => events.reduce(stepRound, state);
const result = ({ rows }: RoundState) => scoreTranscript(terms, questions, rows);

describe('an answer', () => {
  test('in time is kept with its milliseconds, and the next clock starts after the flash', () => {
    const state = play(started(), { type: 'answer', choice: 'right', at: START + 3400 });
    expect(state.rows).toEqual([{ questionId: 'q1', choice: 'right', ms: 3400, end: 'answered' }]);
    expect(currentQuestion(state)?.id).toBe('q2');
    expect(state.shownAt).toBe(START + 3400 + 750);
    expect(timeLeftMs(state, START + 3400)).toBe(12_000);
  });

  test('pressed twice counts once: the second press falls into the flash', () => {
    const once = play(started(), { type: 'answer', choice: 'wrong', at: START + 100 });
    expect(stepRound(once, { type: 'answer', choice: 'right', at: START + 101 })).toBe(once);
    expect(stepRound(once, { type: 'skip', at: START + 849 })).toBe(once);
  });

  test('that is wrong stands longer: the right one stands beside it', () => {
    const state = play(started(), { type: 'answer', choice: 'wrong', at: START + 3400 });
    expect(state.shownAt).toBe(START + 3400 + 1100);
  });

  test('that is none of the options changes nothing', () => {
    const state = started();
    expect(stepRound(state, { type: 'answer', choice: 'nonsense', at: START + 1 })).toBe(state);
  });

  test('at the last millisecond counts, one later is a timeout', () => {
    const inTime = play(started(), { type: 'answer', choice: 'right', at: START + 11_999 });
    const late = play(started(), { type: 'answer', choice: 'right', at: START + 12_000 });
    expect(inTime.rows[0]).toMatchObject({ end: 'answered', choice: 'right' });
    expect(late.rows[0]).toEqual({ questionId: 'q1', choice: null, ms: 12_000, end: 'timeout' });
  });
});

describe('skip and timeout', () => {
  test('cost coins and earn nothing; a skip goes on at once, a timeout tells the answer first', () => {
    const state = play(
      started(),
      { type: 'skip', at: START + 2000 },
      { type: 'timeout', at: START + 14_000 },
    );
    expect(state.rows.map(({ end, ms }) => [end, ms])).toEqual([
      ['skipped', 2000],
      ['timeout', 12_000],
    ]);
    expect(state.shownAt).toBe(START + 14_000 + 1500);
    expect(result(state)).toEqual({
      points: 0,
      coins: 30,
      right: 0,
      wrong: 0,
      skipped: 1,
      timedOut: 1,
    });
  });

  test('a timeout before its time changes nothing', () => {
    const state = started();
    expect(stepRound(state, { type: 'timeout', at: START + 11_999 })).toBe(state);
  });
});

describe('going on', () => {
  const WRONG: RoundEvent = { type: 'answer', choice: 'wrong', at: START + 1000 };
  const wrong = () => play(started(), WRONG);

  test('ends what stands, and the next clock starts', () => {
    const state = play(wrong(), { type: 'go-on', at: START + 1400 });
    expect(state.rows).toHaveLength(1);
    expect(timeLeftMs(state, START + 2400)).toBe(11_000);
  });

  test('so soon that the tap was meant for the question changes nothing', () => {
    const state = wrong();
    expect(stepRound(state, { type: 'go-on', at: START + 1399 })).toBe(state);
  });

  test('while a question can be answered changes nothing', () => {
    const state = started();
    expect(stepRound(state, { type: 'go-on', at: START + 5000 })).toBe(state);
    const next = wrong();
    expect(stepRound(next, { type: 'go-on', at: START + 2100 })).toBe(next);
  });

  test('ends what stands of the last question, too', () => {
    const last = play(
      { ...started(), questions: questions.slice(0, 1) },
      { type: 'timeout', at: START + 12_000 },
    );
    expect(isRoundOver(last)).toBe(true);
    const gone = stepRound(last, { type: 'go-on', at: START + 12_400 });
    expect(gone).toEqual({ ...last, shownAt: START + 12_400, steppedAt: START + 12_400 });
  });
});

describe('coming back', () => {
  test('to the same question gives no more time than was left', () => {
    const state = play(started(), { type: 'resume', at: START + 5000 });
    expect(currentQuestion(state)?.id).toBe('q1');
    expect(timeLeftMs(state, START + 5000)).toBe(7000);
  });

  test('after its time ran out is a timeout, and the next question has its whole time', () => {
    const at = START + 3_600_000;
    const state = play(started(), { type: 'resume', at });
    expect(state.rows).toEqual([{ questionId: 'q1', choice: null, ms: 12_000, end: 'timeout' }]);
    expect(timeLeftMs(state, at)).toBe(12_000);
  });

  test('with a clock set back is a timeout', () => {
    const state = play(
      started(),
      { type: 'skip', at: START + 5000 },
      { type: 'resume', at: START + 4999 },
    );
    expect(state.rows.map(({ end }) => end)).toEqual(['skipped', 'timeout']);
  });

  test('during the flash keeps the answer', () => {
    const state = play(
      started(),
      { type: 'answer', choice: 'right', at: START + 1000 },
      { type: 'resume', at: START + 1200 },
    );
    expect(state.rows).toHaveLength(1);
    expect(timeLeftMs(state, START + 1200)).toBe(12_000);
  });
});

describe('leaving', () => {
  test('spends the coins of the questions shown and keeps the points earned so far', () => {
    const state = play(
      started(),
      { type: 'answer', choice: 'right', at: START + 1000 },
      { type: 'leave', at: START + 3000 },
    );
    expect(isRoundOver(state)).toBe(true);
    expect(result(state)).toMatchObject({ points: 10, coins: 30, right: 1, skipped: 1 });
  });

  test('is the end: nothing changes after it', () => {
    const left = play(started(), { type: 'leave', at: START + 10 });
    expect(stepRound(left, { type: 'skip', at: START + 20 })).toBe(left);
  });
});

describe('a whole round', () => {
  test('of ten right answers earns ten times the points for ten times the coins', () => {
    let state = started();
    for (let index = 0; index < 10; index++)
      state = stepRound(state, { type: 'answer', choice: 'right', at: state.shownAt + 2000 });
    expect(isRoundOver(state)).toBe(true);
    expect(currentQuestion(state)).toBeNull();
    expect(result(state)).toEqual({
      points: 100,
      coins: 150,
      right: 10,
      wrong: 0,
      skipped: 0,
      timedOut: 0,
    });
  });

  test('does not change the state that went in', () => {
    const state = started();
    const frozen = structuredClone(state);
    stepRound(state, { type: 'answer', choice: 'right', at: START + 5 });
    expect(state).toEqual(frozen);
  });
});

describe('scoring a transcript', () => {
  test('an answer past the timer is a timeout, whatever it says', () => {
    const rows = [{ questionId: 'q1', choice: 'right', ms: 12_001, end: 'answered' as const }];
    expect(scoreTranscript(terms, questions, rows)).toMatchObject({ points: 0, timedOut: 1 });
  });

  test('rows past the questions are worth nothing', () => {
    const row = { questionId: 'q1', choice: null, ms: 5, end: 'skipped' as const };
    expect(scoreTranscript(terms, questions, Array(12).fill(row)).coins).toBe(150);
  });
});

describe('a transcript that cannot be', () => {
  const good = questions.map(({ id }) => ({
    questionId: id,
    choice: 'right' as string | null,
    ms: 1000,
    end: 'answered' as 'answered' | 'skipped' | 'timeout',
  }));
  const first = good[0] as (typeof good)[number];

  test('a good one, whole or left early, has no fault', () => {
    expect(transcriptFault(questions, good)).toBeNull();
    expect(transcriptFault(questions, good.slice(0, 3))).toBeNull();
  });

  test.each([
    ['no rows', []],
    ['eleven rows', [...good, first]],
    ['another order', [good[1] as typeof first, first]],
    ['negative milliseconds', [{ ...first, ms: -1 }]],
    ['half a millisecond', [{ ...first, ms: 0.5 }]],
    ['a choice that was not dealt', [{ ...first, choice: 'Pelé' }]],
    ['an answer without a choice', [{ ...first, choice: null }]],
    ['a skip with a choice', [{ ...first, end: 'skipped' as const }]],
  ])('%s', (_what, rows) => expect(transcriptFault(questions, rows)).not.toBeNull());
});
