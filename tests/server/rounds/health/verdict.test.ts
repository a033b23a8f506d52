import { expect, test } from 'vitest';
import { levelBy, noCounts } from '../../../../server/rounds/health/answers.ts';
import { type Judged, judgeAll, readingMs } from '../../../../server/rounds/health/health.ts';
import { middleOf } from '../../../../server/rounds/health/strength.ts';
import { LEVELS } from '../../../../src/rules/levels.ts';
import { type Planted, type Simulated, simulation } from './simulated.ts';

const SEEDS = [1, 2, 3];
/** This many questions of each level in every simulation. */
const EACH = 200;

/** The findings after each number of answers to every question, over all seeds. */
const rates = new Map<number, ReturnType<typeof found>[]>();
for (const seed of SEEDS) {
  const { questions, playNight } = simulation(seed, { players: 4000, each: EACH });
  for (let shown = 100; shown <= 1000; shown += 100) {
    const verdicts = playNight(100);
    rates.set(shown, [...(rates.get(shown) ?? []), found(questions, verdicts)]);
  }
}

function found(questions: readonly Simulated[], verdicts: ReadonlyMap<string, Judged>) {
  const share = (planted: Planted, isFound: (one: Simulated, judged: Judged) => boolean) => {
    const ones = questions.filter((one) => one.planted === planted);
    const all = ones.filter((one) => {
      const judged = verdicts.get(one.id);
      return judged !== undefined && isFound(one, judged);
    });
    return all.length / ones.length;
  };
  const isSuspect = ({ verdict }: Judged) => verdict === 'key' || verdict === 'fast';
  return {
    keys: share('wrong key', (_, { verdict }) => verdict === 'key'),
    unread: share('unread', (_, { verdict }) => verdict === 'fast'),
    // Two levels off may be found one at a time.
    levels: share('other level', (one, { belongs }) => isNearer(one, belongs)),
    falseSuspects: share('sound', (_, judged) => isSuspect(judged)),
    falseLevels: share('sound', (one, { belongs }) => belongs !== one.level),
  };
}

function isNearer({ level, truly }: Simulated, belongs: Simulated['level']): boolean {
  const off = (one: Simulated['level']) => Math.abs(LEVELS.indexOf(truly) - LEVELS.indexOf(one));
  return off(belongs) < off(level);
}

type Found = ReturnType<typeof found>;

const mean = (shown: number, of: keyof Found): number => {
  const all = rates.get(shown) ?? [];
  return all.reduce((sum, one) => sum + one[of], 0) / all.length;
};

/** The number of answers from which at least this share of the planted faults is found. */
const needed = (of: keyof Found): number =>
  [...rates.keys()].find((shown) => mean(shown, of) >= 0.95) ?? Number.POSITIVE_INFINITY;

test('95 of 100 planted faults are found, wrong keys after 500 answers, misplaced levels after 900, unread ones after 200', () => {
  const answers = { keys: needed('keys'), levels: needed('levels'), unread: needed('unread') };
  expect(answers).toEqual({ keys: 500, levels: 900, unread: 200 });
  for (const shown of [900, 1000]) {
    for (const of of ['keys', 'levels', 'unread'] as const) {
      expect(mean(shown, of)).toBeGreaterThanOrEqual(0.95);
    }
  }
});

test('at most one sound question in a hundred is called misplaced or suspect, however many answers it has', () => {
  for (const shown of rates.keys()) {
    expect(mean(shown, 'falseSuspects')).toBeLessThanOrEqual(0.01);
    expect(mean(shown, 'falseLevels')).toBeLessThanOrEqual(0.01);
  }
});

test('a question between two levels stays where it is from night to night', () => {
  const edge = (middleOf('easy') + middleOf('medium')) / 2;
  for (const now of ['easy', 'medium'] as const) {
    for (const off of [-0.1, 0, 0.1]) {
      expect(levelBy({ difficulty: edge + off, error: 0.08 }, now)).toBe(now);
    }
  }
  expect(levelBy({ difficulty: edge + 0.3, error: 0.08 }, 'easy')).toBe('medium');
  expect(levelBy({ difficulty: edge - 0.3, error: 0.08 }, 'medium')).toBe('easy');
});

test('one that is far off goes to the level it belongs to at once', () => {
  expect(levelBy({ difficulty: 2, error: 0.1 }, 'easy')).toBe('hard');
  expect(levelBy({ difficulty: -3, error: 0.1 }, 'hard')).toBe('easy');
});

test('few answers say nothing', () => {
  const stats = [
    { questionId: 'q', level: 'easy' as const, band: 8, ...noCounts(), wrong: 90, strengths: 180 },
  ];
  const [judged] = judgeAll([{ question: 'Who?', level: 'easy', dealtAt: 'easy', stats }]);
  expect(judged).toMatchObject({ verdict: 'too few answers', belongs: 'easy' });
});

test('a question of 84 letters takes 1.7 seconds to read and answer', () => {
  expect(readingMs('x'.repeat(84))).toBe(1700);
});
