import { expect, test } from 'vitest';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle, spread } from '../../../question-bank/reader/shuffle.ts';

const SEEDS = Array.from({ length: 200 }, (_, index) => index * 7919);

/** The number of neighbours with the same letter. */
const pairsIn = (letters: readonly string[]) =>
  letters.filter((letter, index) => index > 0 && letter === letters[index - 1]).length;

const ordersOf = (letters: readonly string[]): string[][] =>
  letters.length === 0
    ? [[]]
    : letters.flatMap((letter, index) =>
        ordersOf(letters.toSpliced(index, 1)).map((rest) => [letter, ...rest]),
      );

const spreadLetters = (letters: string, seed: number) =>
  spread([...letters], (letter) => letter, seededNumbers(seed));

test('a shuffle is a permutation, fixed by its seed, and leaves its input alone', () => {
  const items = Object.freeze([1, 2, 3, 4, 5, 6, 7, 8]);
  const once = shuffle(items, seededNumbers(99));
  expect(once.toSorted()).toEqual([...items]);
  expect(shuffle(items, seededNumbers(99))).toEqual(once);
  expect(shuffle([], seededNumbers(1))).toEqual([]);
});

test('seeded numbers stay below one for every kind of seed', () => {
  // The last seed's first number is the largest there is.
  for (const seed of [0, 1, 2 ** 31, 2 ** 32 - 1, 394_144_346]) {
    const next = seededNumbers(seed);
    for (let times = 0; times < 1000; times += 1) {
      const number = next();
      expect(number >= 0 && number < 1).toBe(true);
    }
  }
});

test('spreading keeps every item, is fixed by its seed, and leaves its input alone', () => {
  const letters = Object.freeze([...'aaabbc']);
  const once = spread(letters, (letter) => letter, seededNumbers(3));
  expect(once.toSorted()).toEqual([...letters]);
  expect(spreadLetters('aaabbc', 3)).toEqual(once);
  expect(spreadLetters('', 3)).toEqual([]);
});

test.each([
  'a',
  'aa',
  'aab',
  'aaab',
  'aabb',
  'abcd',
  'aaabbc',
  'aaaabc',
  'aaabbb',
  'aabbcc',
  'aaaaab',
  'aabbcde',
])('%s: as few equal neighbours as in the best order', (letters) => {
  const fewest = Math.min(...ordersOf([...letters]).map(pairsIn));
  for (const seed of SEEDS) expect(pairsIn(spreadLetters(letters, seed))).toBe(fewest);
});

test('every order without two of a kind side by side comes up under some seed', () => {
  const wanted = ordersOf([...'aabbc']).filter((order) => pairsIn(order) === 0);
  const found = SEEDS.map((seed) => spreadLetters('aabbc', seed).join(''));
  expect(new Set(found)).toEqual(new Set(wanted.map((order) => order.join(''))));
});
