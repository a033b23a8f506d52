import { expect, test } from 'vitest';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { dealRising } from '../../../question-bank/reader/deal.ts';
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

function dealt(seed: number, from: readonly BankQuestion[][] = pools): BankQuestion[] {
  return dealRising(from, NOTHING_SEEN, 5, seed).map(({ id }) => {
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

test('no two of one template stand side by side, where the next pool begins neither', () => {
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

test('the right answer stands in each of the four places three or four times', () => {
  for (const seed of SEEDS) {
    const places = [0, 0, 0, 0];
    for (const { id, options, answer } of dealRising(pools, NOTHING_SEEN, 5, seed)) {
      expect(all.find((one) => one.id === id)?.answer).toBe(answer);
      places[options.indexOf(answer)] = (places[options.indexOf(answer)] ?? 0) + 1;
    }
    expect(places.toSorted()).toEqual([3, 4, 4, 4]);
  }
});
