import { describe, expect, test } from 'vitest';
import { rungPoints, runPoints, runScore } from '../../../src/rules/rush-points.ts';
import {
  canUse,
  isDoubled,
  RUSH_ENDS,
  type RushEvent,
  type RushRun,
  rushLevel,
  rushOptions,
  rushQuestion,
  stepRun,
} from '../../../src/rules/rush-run.ts';
import { POWER_UPS, type PowerUp, RUSH_QUESTIONS } from '../../../src/rules/tournament.ts';
import { begun, play, questions, right, timeout, use, wrong } from './played-run.ts';

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
