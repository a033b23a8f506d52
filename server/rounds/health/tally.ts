import type { Level } from '../../../src/rules/levels.ts';
import { bandOf, type Past, strengthOf } from './strength.ts';

/** How a player met a question for the first time. */
export type Answer = {
  playerId: number;
  questionId: string;
  /** At which it was dealt. */
  level: Level;
  end: 'right' | 'wrong' | 'skipped' | 'timeout';
  ms: number;
};

/** How a question was answered by players of one band. */
export type Counts = {
  right: number;
  wrong: number;
  skipped: number;
  timedOut: number;
  /** The sum of their strengths. */
  strengths: number;
  /** How many answered within each of `TIMES_MS`, and later than all. */
  times: number[];
};

export type Stat = Counts & { questionId: string; level: Level; band: number };

/** Where the counts of answers by their time end, in milliseconds. */
export const TIMES_MS = [500, 700, 1000, 1400, 2000, 2800, 4000, 5600, 8000, 11_000];

export const noCounts = (): Counts => ({
  right: 0,
  wrong: 0,
  skipped: 0,
  timedOut: 0,
  strengths: 0,
  times: Array.from({ length: TIMES_MS.length + 1 }, () => 0),
});

const noPast = (): Past => ({ asked: 0, right: 0, difficulty: 0 });

type Known = {
  /** What the players were asked before. */
  pasts: ReadonlyMap<number, Past>;
  difficultyOf: (questionId: string, level: Level) => number;
};

/**
 * Counts answers by question, level and band, each player by what they were asked before; gives that
 * with what comes to it.
 */
export function tally(
  answers: readonly Answer[],
  { pasts, difficultyOf }: Known,
): { stats: Stat[]; pasts: Map<number, Past> } {
  const stats = new Map<string, Stat>();
  const later = new Map<number, Past>();
  for (const { playerId, questionId, level, end, ms } of answers) {
    const past = pasts.get(playerId) ?? noPast();
    const strength = strengthOf(past);
    const band = bandOf(strength);
    const key = `${questionId} ${level} ${band}`;
    const stat = stats.get(key) ?? { questionId, level, band, ...noCounts() };
    stats.set(key, stat);
    stat[end === 'timeout' ? 'timedOut' : end] += 1;
    stat.strengths += strength ?? 0;
    if (end === 'right' || end === 'wrong') count(stat.times, ms);

    const grown = later.get(playerId) ?? { ...past };
    later.set(playerId, grown);
    grown.asked += 1;
    if (end === 'right') grown.right += 1;
    grown.difficulty += difficultyOf(questionId, level);
  }
  return { stats: [...stats.values()], pasts: later };
}

function count(times: number[], ms: number): void {
  const found = TIMES_MS.findIndex((end) => ms <= end);
  const index = found === -1 ? TIMES_MS.length : found;
  times[index] = (times[index] ?? 0) + 1;
}

/** Two counts of the same kind of players as one. */
export function added(one: Counts, other: Counts): Counts {
  return {
    right: one.right + other.right,
    wrong: one.wrong + other.wrong,
    skipped: one.skipped + other.skipped,
    timedOut: one.timedOut + other.timedOut,
    strengths: one.strengths + other.strengths,
    times: one.times.map((answers, index) => answers + (other.times[index] ?? 0)),
  };
}

/** How many were shown it. */
export const shownOf = ({ right, wrong, skipped, timedOut }: Counts): number =>
  right + wrong + skipped + timedOut;
