import { expect, test } from 'vitest';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { dealRising } from '../../../question-bank/reader/deal.ts';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { buildBankQuestion } from '../../support/bank.ts';

const SEEDS = Array.from({ length: 300 }, (_, index) => index * 7919);
const NOTHING_SEEN = new Map<string, number>();

/** Twelve questions a level, of three templates and six subjects that all levels share. */
const pools = LEVELS.map((level) =>
  Array.from({ length: 12 }, (_, index) =>
    buildBankQuestion(`${level}-${index}`, {
      level,
      template: `t${index % 3}`,
      subject: `subject ${LEVELS.indexOf(level)} ${index % 6}`,
    }),
  ),
);
const all = pools.flat();

const fiveOf = (from: readonly BankQuestion[][]) => from.map((pool) => ({ pool, count: 5 }));

function dealt(seed: number, from: readonly BankQuestion[][] = pools): BankQuestion[] {
  return dealRising(fiveOf(from), NOTHING_SEEN, seededNumbers(seed)).map(({ id }) => {
    const question = from.flat().find((one) => one.id === id);
    if (question === undefined) throw new Error(`${id} is of no pool`);
    return question;
  });
}

test('five of each pool, one pool after the other', () => {
  for (const seed of SEEDS) {
    const levels = dealt(seed).map(({ level }) => level);
    expect(levels).toEqual(LEVELS.flatMap((level) => Array.from({ length: 5 }, () => level)));
  }
});

test('no two questions of one template are neighbours, not even across pools', () => {
  for (const seed of SEEDS) {
    const templates = dealt(seed).map(({ template }) => template);
    expect(templates.filter((one, index) => one === templates[index - 1])).toEqual([]);
  }
});

test('no subject comes twice, of different pools neither', () => {
  const shared = pools.map((pool, level) =>
    pool.map((one, index) => ({ ...one, subject: `subject ${index + 6 * level}` })),
  );
  for (const seed of SEEDS) {
    const subjects = dealt(seed, shared).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(15);
  }
});

/** The positions of the right answers in a run. */
function placesOf(seed: number): number[] {
  return dealRising(fiveOf(pools), NOTHING_SEEN, seededNumbers(seed)).map(
    ({ id, options, answer }) => {
      expect(all.find((one) => one.id === id)?.answer).toBe(answer);
      return options.indexOf(answer);
    },
  );
}

test('the right answers are at each of the four positions about equally often', () => {
  const places = SEEDS.flatMap(placesOf);
  for (const place of [0, 1, 2, 3]) {
    const share = places.filter((one) => one === place).length / places.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
  }
});

test('earlier positions of right answers do not reveal the next one', () => {
  const hits = SEEDS.map(placesOf).filter((places) => {
    const before = places.slice(0, -1);
    const timesAt = (place: number) => before.filter((one) => one === place).length;
    const rarest = [0, 1, 2, 3].toSorted((a, b) => timesAt(a) - timesAt(b))[0];
    return places.at(-1) === rarest;
  });
  expect(hits.length / SEEDS.length).toBeLessThan(0.33);
});
