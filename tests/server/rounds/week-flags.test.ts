import { expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { evidenceOfWeek, flagsOfWeek, type Week } from '../../../server/rounds/week-flags.ts';
import type { Level } from '../../../src/rules/levels.ts';

const HOUR_MS = 3_600_000;
const NOBODY = { right: 0, asked: 0 };

type Plays = {
  rounds?: number;
  level?: Level;
  /** Share of right answers. */
  right?: number;
  isNew?: boolean;
  ms?: (letters: number, chance: () => number) => number;
  startsAt?: (round: number) => number;
  past?: Week['past'];
};

/** Reads 30 letters a second and thinks for a while. */
const reads = (letters: number, chance: () => number) =>
  350 + (1000 * letters) / 30 + 500 + 3000 * chance() ** 2;

/** A week of rounds, five a day unless said otherwise. */
function week({
  rounds = 40,
  level = 'hard',
  right = 0.6,
  isNew = true,
  ms = reads,
  startsAt = (round) => Math.floor(round / 6) * 24 * HOUR_MS + (round % 6) * HOUR_MS,
  past = { easy: NOBODY, medium: NOBODY, hard: NOBODY },
}: Plays = {}): Week {
  const chance = seededNumbers(5);
  const played = Array.from({ length: rounds }, (_, round) => ({
    issuedAt: startsAt(round),
    level,
    answers: Array.from({ length: 10 }, () => {
      const letters = Math.round(50 + 110 * chance());
      const isRight = chance() < right;
      return { ms: ms(letters, chance), letters, isAnswered: true, isRight, isNew };
    }),
  }));
  return { rounds: played, past };
}

const kinds = (flags: string[]) => flags.map((flag) => flag.split(':')[0]);

test('a week of reading and thinking has nothing against it', () => {
  expect(evidenceOfWeek(week())).toEqual({ signs: [], hints: [] });
});

test('new questions that are right before they can be read', () => {
  const quick = (letters: number, chance: () => number) => 200 + 4 * letters + 90 * chance();
  const flags = flagsOfWeek(week({ rounds: 12, right: 0.9, ms: quick }));
  expect(kinds(flags)).toContain('too-fast-to-read');
  expect(flags.join()).toMatch(/\d+ of the week's 120 new questions answered sooner/);
  expect(kinds(flagsOfWeek(week({ rounds: 12, right: 0.25, ms: quick })))).not.toContain(
    'too-fast-to-read',
  );
});

test('questions known by heart may be answered at once', () => {
  const quick = (letters: number, chance: () => number) => 460 + letters + 600 * chance();
  expect(flagsOfWeek(week({ rounds: 12, right: 0.95, ms: quick, isNew: false }))).toEqual([]);
});

test('times that are alike all week', () => {
  const alike = (letters: number, chance: () => number) => 3000 + 5 * letters + 300 * chance();
  expect(kinds(flagsOfWeek(week({ ms: alike })))).toEqual(['times-too-even']);
});

test('waits by chance, whatever stands there', () => {
  const flags = flagsOfWeek(week({ rounds: 100, ms: (_, chance) => 2000 + 4000 * chance() }));
  expect(kinds(flags)).toEqual(['times-ignore-length']);
});

test.each([
  ['hard', 1, 'too-right: 400 of 400 new hard questions of the week'],
  ['medium', 1, 'too-right: 400 of 400 new medium questions of the week'],
])('nobody knows all %s questions', (level, right, flag) => {
  const { signs, hints } = evidenceOfWeek(week({ level: level as Level, right }));
  expect([...signs, ...hints]).toEqual([flag]);
});

test('who knows all easy questions knows a lot', () => {
  expect(evidenceOfWeek(week({ level: 'easy', right: 1 }))).toEqual({ signs: [], hints: [] });
});

test('much better than before is flagged, a little better is not', () => {
  const past = { easy: NOBODY, medium: NOBODY, hard: { right: 200, asked: 400 } };
  expect(flagsOfWeek(week({ right: 0.9, past }))).toEqual([
    'better-than-before: 92 % of 400 new hard questions right, 50 % before',
  ]);
  expect(flagsOfWeek(week({ right: 0.6, past }))).toEqual([]);
  const few = { ...past, hard: { right: 20, asked: 40 } };
  expect(flagsOfWeek(week({ right: 0.9, past: few }))).toEqual([]);
});

test('four days without a pause to sleep are flagged, days of 20 hours are not', () => {
  const rounds = 100;
  expect(flagsOfWeek(week({ rounds, startsAt: (round) => round * HOUR_MS }))).toEqual([
    'no-rest: 4.1 days without a pause of 4 hours',
  ]);
  const sleeps = (round: number) => (Math.floor(round / 20) * 24 + (round % 20)) * HOUR_MS;
  expect(flagsOfWeek(week({ rounds, startsAt: sleeps }))).toEqual([]);
});

test('fifty rounds within an hour are a hint, with another one a flag', () => {
  const inOneHour = { rounds: 50, startsAt: (round: number) => round * 60_000 };
  expect(evidenceOfWeek(week(inOneHour))).toEqual({
    signs: [],
    hints: ['rounds-an-hour: 50 rounds within one hour'],
  });
  expect(flagsOfWeek(week(inOneHour))).toEqual([]);
  const past = { easy: NOBODY, medium: NOBODY, hard: { right: 60, asked: 100 } };
  const better = week({ ...inOneHour, right: 0.87, past });
  expect(kinds(flagsOfWeek(better))).toEqual(['better-than-before', 'rounds-an-hour']);
});
