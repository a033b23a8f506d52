import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rungPoints, runPoints, runScore } from '../../../src/rules/rush-points.ts';
import {
  canUse,
  dealtAt,
  isDoubled,
  RUSH_ENDS,
  type RushEvent,
  type RushRun,
  rushAnswerableUntil,
  rushElapsedMs,
  rushFrozenMs,
  rushLevel,
  rushOptions,
  rushQuestion,
  rushTimeLeftMs,
  rushTimeUpAt,
  stepRun,
} from '../../../src/rules/rush-run.ts';
import {
  POWER_UPS,
  type PowerUp,
  RUSH_ALLOWANCE_MS,
  RUSH_QUESTIONS,
  rushTimerMs,
} from '../../../src/rules/tournament.ts';
import { cases } from '../../support/cases.ts';
import { begun, DEALT, play, questions, right, timeout, use, wrong } from './played-run.ts';

const LEVELS = Array.from({ length: RUSH_QUESTIONS }, (_, index) => index + 1);

/** A run that has reached a level by right answers only. */
const atLevel = (level: number) => play(begun(), ...Array(level - 1).fill(right));

/** Right answers to the end. */
const toTheEnd = (run: RushRun) => {
  let played = run;
  while (played.ended === null) played = play(played, right);
  return played;
};

describe('a run', () => {
  test('has fifteen levels, each with its own question', () => {
    for (const level of LEVELS) {
      const run = atLevel(level);
      expect(rushLevel(run)).toBe(level);
      expect(rushQuestion(run)).toBe(questions[level - 1]);
      expect(runPoints(run)).toBe(15 * (level - 1));
      expect(runScore(run)).toBe(level - 1);
    }
  });

  test('all right ends in the jackpot with 225 points', () => {
    const run = toTheEnd(begun());
    expect(run).toMatchObject({ ended: 'jackpot' });
    expect([runPoints(run), runScore(run)]).toEqual([225, 15]);
    expect([rushLevel(run), rushQuestion(run)]).toEqual([null, null]);
  });

  test.each(LEVELS)('a wrong answer at level %i ends it; what was earned stays', (level) => {
    const run = play(atLevel(level), wrong);
    expect(run.ended).toBe('wrong');
    expect(run.rows.at(-1)).toMatchObject({ choice: 'wrong', end: 'wrong' });
    expect(runPoints(run)).toBe(15 * (level - 1));
  });

  test.each(LEVELS)('a timeout at level %i ends it; what was earned stays', (level) => {
    const run = play(atLevel(level), timeout);
    expect(run.ended).toBe('timeout');
    expect(run.rows.at(-1)).toMatchObject({ choice: null, end: 'timeout' });
    expect(runPoints(run)).toBe(15 * (level - 1));
  });

  test.each(LEVELS)('leaving at level %i ends it; what was earned stays', (level) => {
    const run = play(atLevel(level), (at) => ({ type: 'leave', at }));
    expect(run.ended).toBe('left');
    expect(runPoints(run)).toBe(15 * (level - 1));
  });

  test('after its end nothing happens any more', () => {
    const ended = { jackpot: right, wrong, timeout, left: (at: number) => leave(at) };
    for (const how of RUSH_ENDS) {
      const run = play(atLevel(15), ended[how]);
      expect(run.ended).toBe(how);
      const events = [right, wrong, timeout, leave, ...POWER_UPS.map(use)];
      for (const event of events) expect(play(run, event)).toBe(run);
    }
  });

  test('a choice that is none of its options changes nothing', () => {
    const run = begun();
    expect(stepRun(run, { type: 'answer', choice: '', at: run.shownAt })).toBe(run);
  });
});

const leave = (at: number): RushEvent => ({ type: 'leave', at });

describe('a power-up', () => {
  test.each(POWER_UPS)('%s can be used at each level once, Skip not at the last', (powerUp) => {
    for (const level of LEVELS) {
      const run = atLevel(level);
      const isOnOffer = powerUp !== 'skip' || level < RUSH_QUESTIONS;
      expect(canUse(run, powerUp)).toBe(isOnOffer);
      const used = play(run, use(powerUp));
      if (!isOnOffer) {
        expect(used).toBe(run);
        continue;
      }
      expect(used.used).toEqual({ [powerUp]: level });
      expect(canUse(used, powerUp)).toBe(false);
      expect(play(used, use(powerUp))).toBe(used);
      expect(canUse(play(used, right), powerUp)).toBe(false);
    }
  });

  test.each(LEVELS)('Double Points doubles level %i alone: 240 in all', (level) => {
    const run = play(atLevel(level), use('double-points'));
    expect(isDoubled(run)).toBe(true);
    expect(isDoubled(play(run, right))).toBe(false);
    expect(runPoints(play(run, right))).toBe(15 * level + 15);
    expect(runPoints(play(run, wrong))).toBe(15 * (level - 1));
    expect(runPoints(toTheEnd(run))).toBe(240);
  });

  test.each(LEVELS.slice(0, -1))('Skip passes level %i for nothing: 210 in all', (level) => {
    const run = play(atLevel(level), use('skip'));
    expect(rushLevel(run)).toBe(level + 1);
    expect(run.rows.at(-1)).toMatchObject({ choice: null, end: 'skipped', isDouble: false });
    expect(runPoints(run)).toBe(15 * (level - 1));
    const ended = toTheEnd(run);
    expect([ended.ended, runPoints(ended), runScore(ended)]).toEqual(['jackpot', 210, 14]);
  });

  test('Skip and Double Points: 225 in all, and 210 where a level is doubled and skipped', () => {
    const apart = play(begun(), use('skip'), use('double-points'));
    expect(runPoints(toTheEnd(apart))).toBe(225);
    const same = play(begun(), use('double-points'), use('skip'));
    expect(same.rows).toMatchObject([{ end: 'skipped', isDouble: true }]);
    expect(runPoints(toTheEnd(same))).toBe(210);
  });

  test.each(LEVELS)('50/50 at level %i leaves the right answer and a wrong one', (level) => {
    const kept = new Set<string>();
    for (const draw of [0, 0.33, 0.34, 0.66, 0.67, 0.999_999]) {
      const run = play(atLevel(level), use('fifty-fifty', draw));
      const options = rushOptions(run);
      expect(options).toHaveLength(2);
      expect(options).toContain('right');
      for (const option of options) kept.add(option);
      const gone = ['wrong', 'other', 'last'].find((option) => !options.includes(option)) ?? '';
      expect(stepRun(run, { type: 'answer', choice: gone, at: run.shownAt })).toBe(run);
      expect(rushOptions(play(run, right))).toHaveLength(level < RUSH_QUESTIONS ? 4 : 0);
    }
    expect([...kept].toSorted()).toEqual(['last', 'other', 'right', 'wrong']);
  });

  test('all four can be used at one level', () => {
    const all: PowerUp[] = ['time-freeze', 'double-points', 'fifty-fifty', 'skip'];
    const run = play(atLevel(7), ...all.map((powerUp) => use(powerUp)));
    expect(run.used).toEqual({
      'time-freeze': 7,
      'double-points': 7,
      'fifty-fifty': 7,
      skip: 7,
    });
    expect(run).toMatchObject({ frozenAt: null, optionsLeft: null });
    expect(runPoints(toTheEnd(run))).toBe(210);
  });
});

describe('the ladder', () => {
  test('says what each level will bring', () => {
    expect(rungPoints({})).toEqual(LEVELS.map((level) => 15 * level));
    expect(rungPoints({ 'double-points': 3 }).slice(0, 5)).toEqual([15, 30, 60, 75, 90]);
    expect(rungPoints({ skip: 2 }).slice(0, 4)).toEqual([15, 15, 30, 45]);
    expect(rungPoints({ skip: 2, 'double-points': 2 }).slice(0, 4)).toEqual([15, 15, 30, 45]);
  });

  test('and a run comes to what it says', () => {
    let run = play(atLevel(4), use('double-points'), right, use('skip'));
    while (run.ended === null) {
      const level = rushLevel(run) ?? 0;
      const said = rungPoints(run.used)[level - 1];
      run = play(run, right);
      expect(runPoints(run)).toBe(said);
    }
  });
});

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

describe('any run', () => {
  const RUNS = { seed: 20_261_123, numRuns: cases(2000) };

  /** A player's action; `wait` is the time since the last one, negative if a clock was set back. */
  type Action = { wait: number; do: (at: number) => RushEvent };

  const wait = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 6000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -5000, max: 60_000 }) },
  );

  const happening = fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .constantFrom('right', 'right', 'right', 'right', 'right', 'wrong', 'other', 'none of them')
        .map(
          (choice) =>
            (at: number): RushEvent => ({ type: 'answer', choice, at }),
        ),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({ powerUp: fc.constantFrom(...POWER_UPS), draw: fc.double({ min: 0, max: 0.999 }) })
        .map(({ powerUp, draw }) => (at: number): RushEvent => {
          return { type: 'power-up', powerUp, draw, at };
        }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('timeout' as const, 'leave' as const).map(
        (type) =>
          (at: number): RushEvent => ({ type, at }),
      ),
    },
  );

  const anyPlay: fc.Arbitrary<Action[]> = fc.array(fc.record({ wait, do: happening }), {
    minLength: 1,
    maxLength: 60,
  });

  type Step = { before: RushRun; event: RushEvent; after: RushRun };

  function stepsOf(actions: readonly Action[]): Step[] {
    let run = begun();
    let at = run.shownAt;
    return actions.map((action) => {
      at += action.wait;
      const before = run;
      const event = action.do(at);
      run = stepRun(run, event);
      return { before, event, after: run };
    });
  }

  /** Holds for every step of two thousand runs. */
  function always(what: string, holds: (step: Step) => void): void {
    test(what, { timeout: 30_000 }, () => {
      fc.assert(
        fc.property(anyPlay, (actions) => stepsOf(actions).forEach(holds)),
        RUNS,
      );
    });
  }

  always(
    'points stay between those before and 240, by the levels answered right',
    ({ before, after }) => {
      const most = 225 - (after.used.skip ? 15 : 0) + (after.used['double-points'] ? 15 : 0);
      expect(runPoints(after)).toBeGreaterThanOrEqual(runPoints(before));
      expect(runPoints(after)).toBeLessThanOrEqual(most);
      expect(runPoints(after) % 15).toBe(0);
      const doubled = after.rows.filter(({ end, isDouble }) => end === 'right' && isDouble).length;
      expect(runPoints(after)).toBe(15 * (runScore(after) + doubled));
      expect(doubled).toBeLessThanOrEqual(1);
    },
  );

  always('no time is below zero or above what there is', ({ after, event: { at } }) => {
    expect(rushElapsedMs(after, at)).toBeGreaterThanOrEqual(0);
    expect(rushTimeLeftMs(after, at)).toBeGreaterThanOrEqual(0);
    expect(rushTimeLeftMs(after, at)).toBeLessThanOrEqual(rushTimerMs(after.rows.length + 1));
    expect(rushFrozenMs(after, at)).toBeGreaterThanOrEqual(0);
    expect(rushFrozenMs(after, at)).toBeLessThanOrEqual(30_000);
    expect(after.rows.every(({ ms }) => ms >= 0 && Number.isInteger(ms))).toBe(true);
  });

  always('the allowance only falls, by 2 s a step at most, and never below zero', (step) => {
    const spent = step.before.allowanceMs - step.after.allowanceMs;
    expect(spent).toBeGreaterThanOrEqual(0);
    expect(spent).toBeLessThanOrEqual(RUSH_ALLOWANCE_MS.question);
    expect(step.after.allowanceMs).toBeGreaterThanOrEqual(0);
  });

  always('after its end nothing happens', ({ before, after }) => {
    if (before.ended !== null) expect(after).toBe(before);
  });

  always('a step ends one level at most', ({ before, after }) => {
    const over = after.rows.length - before.rows.length;
    expect([0, 1]).toContain(over);
    expect(after.rows.slice(0, before.rows.length)).toEqual(before.rows);
    expect(after.rows.length).toBeLessThanOrEqual(15);
    expect(rushLevel(after)).toBe(after.ended === null ? after.rows.length + 1 : null);
  });

  always('whatever comes behind the last moment ends the run as a timeout', (step) => {
    const { before, event, after } = step;
    if (before.ended !== null || event.at <= rushAnswerableUntil(before)) return;
    if (event.type === 'leave' || after === before) return;
    expect(after.ended).toBe('timeout');
    expect(runPoints(after)).toBe(runPoints(before));
  });

  always('a power-up is used once', ({ before, after }) => {
    expect(after.used).toMatchObject(before.used);
  });

  always('a run of right answers comes to what the ladder says', ({ before, after }) => {
    if (after.rows.length === before.rows.length || after.rows.at(-1)?.end !== 'right') return;
    expect(runPoints(after)).toBe(rungPoints(after.used)[after.rows.length - 1]);
  });

  test('a run that was stored and read again goes on as it was', () => {
    fc.assert(
      fc.property(anyPlay, (actions) => {
        let stored = begun();
        for (const { event, after } of stepsOf(actions)) {
          stored = stepRun(JSON.parse(JSON.stringify(stored)), event);
          expect(stored).toEqual(after);
        }
      }),
      { ...RUNS, numRuns: cases(300) },
    );
  });
});
