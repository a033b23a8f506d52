import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import { chanceOf, middleOf } from './strength.ts';
import { type Counts, type Stat, shownOf } from './tally.ts';

export type Fit = { difficulty: number; error: number };

const STEPS = 12;

/**
 * How difficult a question is by the players of known strength, with the standard error; a skip or a
 * timeout is an answer that was not known. Without answers it is in the middle of its level.
 */
export function fitDifficulty(stats: readonly Stat[], level: Level): Fit {
  const bands = stats.map((stat) => {
    const shown = shownOf(stat);
    return { shown, right: stat.right, strength: stat.strengths / shown };
  });
  const middle = middleOf(level);
  let difficulty = middle;
  let told = 1;
  for (let step = 0; step < STEPS; step += 1) {
    let pull = middle - difficulty;
    told = 1;
    for (const { shown, right, strength } of bands) {
      const { chance, weight, tells } = chanceOf(strength, difficulty);
      pull += (shown * chance - right) * weight;
      told += shown * tells;
    }
    difficulty += pull / told;
  }
  return { difficulty, error: 1 / Math.sqrt(told) };
}

/** How far the questions stand together from the middles of their levels, by the median. */
export function scaleOff(ones: readonly { fit: Fit; level: Level }[]): number {
  return median(ones.map(({ fit, level }) => fit.difficulty - middleOf(level)));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How surely the strong are right oftener than the weak, in standard errors; less than none: less often. */
export function trendOf(stats: readonly Stat[]): number {
  const bands = stats.map((stat) => {
    const { right, wrong, strengths } = stat;
    return { right, answered: right + wrong, strength: strengths / shownOf(stat) };
  });
  const sum = (of: (band: (typeof bands)[number]) => number) =>
    bands.reduce((all, band) => all + of(band), 0);
  const answered = sum((band) => band.answered);
  if (answered === 0) return 0;
  const share = sum((band) => band.right) / answered;
  const mean = sum((band) => band.answered * band.strength) / answered;
  const spread = sum((band) => band.answered * (band.strength - mean) ** 2);
  const chance = share * (1 - share) * spread;
  if (chance === 0) return 0;
  return (
    sum((band) => (band.right - band.answered * share) * (band.strength - mean)) / Math.sqrt(chance)
  );
}

/** The middle time of those who answered, in milliseconds, within the steps of `ends`. */
export function medianMs({ times }: Pick<Counts, 'times'>, ends: readonly number[]): number {
  const half = times.reduce((sum, count) => sum + count, 0) / 2;
  let before = 0;
  for (const [index, count] of times.entries()) {
    const from = ends[index - 1] ?? 0;
    const to = ends[index] ?? from;
    if (count > 0 && before + count >= half) return from + ((half - before) / count) * (to - from);
    before += count;
  }
  return 0;
}

/** Where one level ends and the next begins: between their middles. */
const LEVEL_ENDS = LEVELS.slice(1).map((level, index) => {
  const easier = LEVELS[index] ?? level;
  return { easier, harder: level, at: (middleOf(easier) + middleOf(level)) / 2 };
});

/** Past a level's end by this, and by chance hardly: else a question would go to and fro. */
const PAST_END = 0.05;
const SURE_ERRORS = 2;

/** The level that a question belongs to, from the one that it is dealt at: it leaves that only for sure. */
export function levelBy({ difficulty, error }: Fit, now: Level): Level {
  const margin = PAST_END + SURE_ERRORS * error;
  let level = now;
  for (const { easier, harder, at } of LEVEL_ENDS) {
    if (level === easier && difficulty > at + margin) level = harder;
  }
  for (const { easier, harder, at } of LEVEL_ENDS.toReversed()) {
    if (level === harder && difficulty < at - margin) level = easier;
  }
  return level;
}
