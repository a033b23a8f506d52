import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rungPoints, runPoints, runScore } from '../../../src/rules/rush-points.ts';
import {
  type RushEvent,
  type RushRun,
  rushAnswerableUntil,
  rushElapsedMs,
  rushFrozenMs,
  rushLevel,
  rushTimeLeftMs,
  stepRun,
} from '../../../src/rules/rush-run.ts';
import { POWER_UPS, RUSH_ALLOWANCE_MS, rushTimerMs } from '../../../src/rules/tournament.ts';
import { cases } from '../../support/cases.ts';
import { begun } from './played-run.ts';

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
