import fc from 'fast-check';
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
import { cases } from '../../support/cases.ts';
import { questions, START, started, terms } from './medium-round.ts';
import { type Action, anyPlay, type Moment, type Play, playToTheEnd } from './played-round.ts';

describe('round', () => {
  const play = (state: RoundState, ...events: RoundEvent[]) => events.reduce(stepRound, state);

  const result = ({ rows }: RoundState) => scoreTranscript(terms, questions, rows);

  describe('an answer', () => {
    test('in time is kept with its milliseconds, and the next clock starts after the flash', () => {
      const state = play(started(), { type: 'answer', choice: 'right', at: START + 3400 });
      expect(state.rows).toEqual([
        { questionId: 'q1', choice: 'right', ms: 3400, end: 'answered' },
      ]);
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
});

describe('any round', () => {
  type Played = ReturnType<typeof play>;

  const SEED = 20_261_121;

  const play = (given: Play) => ({ ...given, ...playToTheEnd(given) });

  /** Holds for any actions in a round, in any order and by any clock: a thousand are tried. */
  function always(what: string, holds: (played: Played) => void): void {
    test(what, { timeout: 30_000 }, () => {
      fc.assert(
        fc.property(anyPlay, (given) => holds(play(given))),
        { seed: SEED, numRuns: cases(1000) },
      );
    });
  }

  /** Each action with the state of the round before and after it. */
  type Taken = { before: Moment; action: Action; after: Moment };

  function stepsOf({ moments }: { moments: Moment[] }): Taken[] {
    return moments.flatMap((after, index) => {
      const before = moments[index - 1];
      return before && after.action ? [{ before, action: after.action, after }] : [];
    });
  }

  /** The row of the question that an action ended; `undefined` if it ended none. */
  const endedBy = ({ before, after }: Taken) => after.state.rows[before.state.rows.length];

  always('the time left of a question never grows, and is never more than its timer', (played) => {
    const grown = stepsOf(played).filter((taken) => {
      const { before, after } = taken;
      const most = endedBy(taken) ? played.terms.timerMs : (after.storedLeftMs ?? before.leftMs);
      return after.leftMs > most;
    });
    expect(grown).toEqual([]);
  });

  always(
    'awake or asleep, whatever the clock was set to, time that passes is time spent',
    (played) => {
      const free = stepsOf(played).filter(({ before, action, after }) => {
        if (!('ms' in action)) return false;
        const flashMs = Math.max(0, before.state.shownAt - before.at);
        const spentMs = Math.max(0, action.ms - flashMs);
        return after.leftMs > Math.max(0, before.leftMs - spentMs);
      });
      expect(free).toEqual([]);
    },
  );

  always('each question ends exactly once, in dealt order, and stays as it ended', (played) => {
    const { state, questions, moments } = played;
    let ended = 0;
    for (const { state: then } of moments) {
      const { length } = then.rows;
      if (length < ended || length > ended + 1) throw new Error(`${ended} rows became ${length}`);
      ended = length;
    }
    for (const { state: then } of moments.filter((_, index) => index % 10 === 0))
      expect(state.rows.slice(0, then.rows.length)).toEqual(then.rows);
    expect(isRoundOver(state)).toBe(true);
    const ids = state.rows.map(({ questionId }) => questionId);
    expect(ids).toEqual(questions.slice(0, ended).map(({ id }) => id));
    if (!state.left) expect(ids).toHaveLength(questions.length);
  });

  always('a question is answered only with what was pressed, while its time ran', (played) => {
    for (const taken of stepsOf(played)) {
      const { before, action } = taken;
      const row = endedBy(taken);
      if (row?.end !== 'answered') continue;
      if (action.do !== 'answer') throw new Error(`${action.do} answered a question`);
      const question = played.questions[before.state.rows.length];
      const { choice, ms } = row;
      expect({ choice, ms }).toEqual({
        choice: question?.options[action.option],
        ms: played.terms.timerMs - before.leftMs,
      });
      expect(before.leftMs).toBeGreaterThan(0);
    }
  });

  always('no coins are spent for a question that is still to come', (played) => {
    const spent = stepsOf(played).filter((taken) => {
      const { before, action } = taken;
      // A reload under a clock that was set back cannot distinguish the flash from the time after it.
      return before.at < before.state.shownAt && action.do !== 'reload' && endedBy(taken);
    });
    expect(spent).toEqual([]);
  });

  always('points and coins are the sum of the transcript by the terms', (played) => {
    const { terms, questions, state } = played;
    const isRight = state.rows.map(
      ({ end, choice }, index) => end === 'answered' && choice === questions[index]?.answer,
    );
    const rights = isRight.filter(Boolean).length;
    const { points, coins, ...tally } = scoreTranscript(terms, questions, state.rows);
    expect({ points, coins }).toEqual({
      points: rights * terms.pointsPerCorrect,
      coins: state.rows.length * terms.coinsPerQuestion,
    });
    const ends = (end: string) => state.rows.filter((row) => row.end === end).length;
    expect(tally).toEqual({
      right: rights,
      wrong: ends('answered') - rights,
      skipped: ends('skipped'),
      timedOut: ends('timeout'),
    });
  });

  always('the transcript is without fault after each step', (played) => {
    for (const { state } of played.moments) {
      const fault = state.rows.length > 0 ? transcriptFault(played.questions, state.rows) : null;
      if (fault !== null) throw new Error(fault);
    }
  });

  always('nothing changes a round that is over', (played) => {
    const { state, moments } = played;
    const late = stepsOf(played).filter((taken) => taken.before.state.left && endedBy(taken));
    expect(late).toEqual([]);
    const at = moments.at(-1)?.at ?? 0;
    expect(currentQuestion(state)).toBeNull();
    for (const type of ['skip', 'timeout', 'resume', 'leave'] as const)
      expect(stepRound(state, { type, at: at + 1_000 })).toBe(state);
  });

  test('these rounds come by each end, each reload and each clock that there is', {
    timeout: 30_000,
  }, () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const played of fc.sample(anyPlay, { seed: SEED, numRuns: 1000 }).map(play)) {
      for (const { end } of played.state.rows) count(end);
      count(played.state.left ? 'left early' : 'played to the end');
      for (const { before, action, after } of stepsOf(played)) {
        const isOver = currentQuestion(before.state) === null;
        if (action.do !== 'reload' || isOver) continue;
        const isEnded = after.state.rows.length > before.state.rows.length;
        count(`reload ${after.storedLeftMs === null ? 'in order' : 'with the clock turned back'}`);
        count(isEnded ? 'reload ends a question' : 'reload goes on');
        if (before.at < before.state.shownAt) count('reload during the flash');
      }
    }
    for (const [what, times] of seen) expect(times, what).toBeGreaterThan(50);
    expect([...seen.keys()]).toHaveLength(10);
  });
});
