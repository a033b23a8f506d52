import { expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { evidenceOf, flagsOfRun, type PlayedRun } from '../../../server/rush/flags.ts';
import { rushTimerMs } from '../../../src/rules/tournament.ts';
import { honestRun, type LevelPlayed, runOf } from './played-runs.ts';

const levels = (count: number, play: (index: number) => LevelPlayed) =>
  Array.from({ length: count }, (_, index) => play(index));

const codesOf = (played: PlayedRun) => flagsOfRun(played).map((flag) => flag.split(':')[0]);

/** Times of a person, each unlike the others. */
const HUMAN_MS = [
  4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100, 4600, 6100, 2700, 5600, 7700,
];
const human = (index: number) => HUMAN_MS[index] ?? 5000;

test('at most one in a thousand of 10,000 honest runs is flagged', () => {
  const runs = Array.from({ length: 10_000 }, (_, seed) => honestRun(seed * 7919));
  const flagged = runs.flatMap(flagsOfRun);
  const hinted = runs.filter((run) => evidenceOf(run).hints.length > 0);
  expect(flagged.length).toBeLessThanOrEqual(10);
  expect(hinted.length).toBeLessThanOrEqual(200);
});

test.each([8, 11, 15])(
  'a machine that waits as long for each of %i answers is flagged',
  (count) => {
    const next = seededNumbers(1);
    const run = runOf(levels(count, () => ({ ms: 3000, lineMs: Math.round(200 + 200 * next()) })));
    expect(codesOf(run)).toContain('times-too-even');
  },
);

test('a phone that always claims the same time is flagged, whatever its line', () => {
  const run = runOf(levels(12, (index) => ({ ms: human(index), lineMs: 300, phoneMs: 2000 })));
  expect(flagsOfRun(run)).toEqual([
    "times-too-even: 12 answers spread by 0 ms by the phone's clock",
  ]);
});

test('a machine that answers at the same share of every clock is flagged', () => {
  const run = runOf(
    levels(15, (index) => ({ ms: 0.8 * rushTimerMs(index + 1), lineMs: 100 + 15 * (index % 3) })),
  );
  expect(flagsOfRun(run)).toEqual(['same-share-of-the-clock: 15 answers at 81 % of their time']);
});

test('right answers sooner than anybody reads are flagged, a few of them are not', () => {
  const run = (hasty: number) =>
    runOf(
      levels(12, (index) => ({ ms: index < hasty ? 500 + 13 * index : human(index), lineMs: 100 })),
    );
  expect(flagsOfRun(run(5))).toEqual([
    'too-fast-to-read: 5 right answers sooner than their questions can be read',
  ]);
  expect(flagsOfRun(run(4))).toEqual([]);
});

test('a short question is read sooner than a long one', () => {
  const times = levels(6, (index) => ({ ms: 580 + 100 * index, lineMs: 100 }));
  expect(codesOf(runOf(times, { letters: () => 170 }))).toEqual(['too-fast-to-read']);
  expect(codesOf(runOf(times, { letters: () => 45 }))).toEqual([]);
});

test('a phone whose answers took longer than the server waited is flagged', () => {
  const run = (ahead: number) =>
    runOf(
      levels(6, (index) => ({
        ms: human(index),
        lineMs: 200,
        phoneMs: human(index) + (index < ahead ? 1300 : 0),
      })),
    );
  expect(codesOf(run(2))).toEqual(['clocks-differ']);
  expect(codesOf(run(1))).toEqual([]);
});

test('answers held back on a quick line are flagged, those of a slow line are not', () => {
  const run = (lineMs: number) =>
    runOf(
      levels(10, (index) => ({
        ms: human(index) / 2,
        lineMs: index % 2 === 0 ? 6500 + 97 * index : lineMs,
      })),
    );
  expect(codesOf(run(300))).toEqual(['clocks-differ']);
  expect(codesOf(run(4000))).toEqual([]);
});

test('a stopped clock says nothing about an answer', () => {
  const times = levels(5, (index) => ({ ms: 500 + 13 * index, lineMs: 100 }));
  expect(codesOf(runOf(times))).toEqual(['too-fast-to-read']);
  expect(codesOf(runOf(times, { freezeAt: 3 }))).toEqual([]);
});

test('seven even answers say nothing', () => {
  expect(flagsOfRun(runOf(levels(7, () => ({ ms: 3000, lineMs: 200 }))))).toEqual([]);
});

test('a run that was left at once has nothing to flag', () => {
  expect(flagsOfRun(runOf([]))).toEqual([]);
});
