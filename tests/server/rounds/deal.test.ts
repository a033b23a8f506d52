import { expect, test } from 'vitest';
import { deal } from '../../../server/rounds/deal.ts';
import { seededNumbers, shuffle } from '../../../server/rounds/shuffle.ts';
import { buildBank } from '../../support/bank.ts';

const pool = buildBank().questions.slice(0, 25);
const seenAt = (at: number, from: number, to: number) =>
  pool.slice(from, to).map(({ id }) => [id, at] as const);

test('the same seed deals the same questions and options in the same order', () => {
  expect(deal(pool, new Map(), 10, 42)).toEqual(deal(pool, new Map(), 10, 42));
  expect(deal(pool, new Map(), 10, 42)).not.toEqual(deal(pool, new Map(), 10, 43));
});

test('questions never dealt come first, then those dealt longest ago', () => {
  const seen = new Map([...seenAt(300, 0, 9), ...seenAt(200, 9, 14), ...seenAt(100, 14, 20)]);
  const ids = deal(pool, seen, 12, 7).map(({ id }) => id);
  const expected = [...pool.slice(20), ...pool.slice(14, 20)].map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(expected));
  const last = ids.filter((id) => !expected.includes(id));
  expect(last).toHaveLength(1);
  expect(pool.slice(9, 14).map(({ id }) => id)).toContain(last[0]);
});

test('each question keeps its four options and its answer', () => {
  for (const dealt of deal(pool, new Map(), 10, 5)) {
    const original = pool.find(({ id }) => id === dealt.id);
    expect(dealt.options.toSorted()).toEqual([...(original?.options ?? [])].toSorted());
    expect(dealt.options).toContain(dealt.answer);
  }
});

test('the right answer stands in each of the four places about as often', () => {
  const places = [0, 0, 0, 0];
  for (let seed = 0; seed < 400; seed += 1) {
    for (const { options, answer } of deal(pool, new Map(), 10, seed * 7919)) {
      const place = options.indexOf(answer);
      places[place] = (places[place] ?? 0) + 1;
    }
  }
  for (const count of places) expect(Math.abs(count - 1000)).toBeLessThan(120);
});

test('a shuffle is a permutation, fixed by its seed, and leaves its input alone', () => {
  const items = Object.freeze([1, 2, 3, 4, 5, 6, 7, 8]);
  const once = shuffle(items, seededNumbers(99));
  expect(once.toSorted()).toEqual([...items]);
  expect(shuffle(items, seededNumbers(99))).toEqual(once);
  expect(shuffle([], seededNumbers(1))).toEqual([]);
});

test('seeded numbers stay below one for every kind of seed', () => {
  for (const seed of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
    const next = seededNumbers(seed);
    for (let times = 0; times < 1000; times += 1) {
      const number = next();
      expect(number >= 0 && number < 1).toBe(true);
    }
  }
});
