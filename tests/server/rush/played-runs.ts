import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { PlayedRun } from '../../../server/rush/flags.ts';
import { rushTimerMs } from '../../../src/rules/tournament.ts';
import { buildBankQuestion } from '../../support/bank.ts';

/** The timing of a level: the phone's time, and the delay of the line in both directions. */
export type LevelPlayed = { ms: number; lineMs: number; phoneMs?: number };

/** A question of this many letters, including its options. */
function questionOf(letters: number) {
  const options = ['Kano', 'Lagos', 'Jos', 'Ibadan'];
  const text = 'q'.repeat(letters - options.join('').length);
  return { ...buildBankQuestion(`q-${letters}`), question: text, options, answer: 'Jos' };
}

/** A run of right answers, as the phone and the server timed them. */
export function runOf(
  times: readonly LevelPlayed[],
  {
    letters = () => 100,
    freezeAt = 0,
  }: { letters?: (index: number) => number; freezeAt?: number } = {},
): PlayedRun {
  return {
    run: {
      questions: times.map((_, index) => questionOf(letters(index))),
      rows: times.map(({ ms, lineMs }) => {
        return { choice: 'Jos', ms: ms + lineMs, end: 'right', isDouble: false };
      }),
      used: freezeAt === 0 ? {} : { 'time-freeze': freezeAt },
    },
    levels: times.map(({ ms, lineMs, phoneMs = ms }) => ({ phoneMs, serverMs: ms + lineMs })),
  };
}

const normal = (next: () => number) =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const between = (next: () => number, from: number, to: number) => from + next() * (to - from);

/**
 * A run as a person plays it. Each person reads at a pace of their own (20 to 55 letters a second,
 * of some questions only the most). The time to think is spread like people's (log-normal), and
 * each has a line of their own with its stalls. Every tenth is an expert who hardly thinks.
 */
export function honestRun(seed: number): PlayedRun {
  const next = seededNumbers(seed);
  const isExpert = next() < 0.1;
  const pace = isExpert ? between(next, 40, 55) : between(next, 20, 40);
  const thinkMs = isExpert ? between(next, 300, 700) : between(next, 800, 3000);
  const lineMs = next() < 0.2 ? between(next, 800, 3000) : between(next, 80, 600);
  const letters = Array.from({ length: 15 }, () => Math.round(between(next, 39, 179)));
  const levels = 1 + Math.floor(next() * 15);
  const freezeAt = next() < 0.4 ? 1 + Math.floor(next() * levels) : 0;
  const times: LevelPlayed[] = [];
  for (let index = 0; index < levels; index += 1) {
    const readMs = (1000 * (letters[index] ?? 100) * between(next, 0.6, 1)) / pace;
    const ms = 350 + readMs + thinkMs * Math.exp(0.6 * normal(next));
    const stallMs = next() < 0.03 ? between(next, 1000, 9000) : 0;
    const there = lineMs * Math.exp(0.3 * normal(next)) + stallMs;
    const timer = rushTimerMs(index + 1);
    const isReloaded = next() < 0.01;
    times.push({
      ms: Math.round(Math.min(ms, timer)),
      lineMs: Math.round(Math.min(there, 9000)),
      ...(isReloaded ? { phoneMs: Math.round(ms * next()) } : {}),
    });
  }
  return runOf(times, { letters: (index) => letters[index] ?? 100, freezeAt });
}
