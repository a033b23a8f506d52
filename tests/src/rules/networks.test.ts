import { expect, test } from 'vitest';
import { HOUSE, NETWORKS, networkOf } from '../../../src/rules/networks.ts';

test.each([
  ['2348050000014', 'glo'],
  ['2347050000014', 'glo'],
  ['2349150000014', 'glo'],
  ['2348130000014', 'all'],
  ['2348058130014', 'glo'],
  ['2348038050014', 'all'],
])('%s belongs to the network %s by its prefix', (phone, network) => {
  expect(networkOf(phone)).toBe(network);
});

test('no two networks share an id or a prefix', () => {
  const ids = NETWORKS.map(({ id }) => id);
  const prefixes = NETWORKS.flatMap((network) => network.prefixes);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const prefix of prefixes) expect(prefix).toMatch(/^[7-9][01]\d$/);
});

test('networks of one pool have the same prizes', () => {
  for (const { id, pool, prizes } of NETWORKS) {
    const [first] = NETWORKS.filter((network) => network.pool === pool);
    expect(new Set(prizes), id).toEqual(new Set(first?.prizes));
  }
});

test('the house has no numbers of its own, and every prize', () => {
  expect(HOUSE.prefixes).toEqual([]);
  const all = new Set(NETWORKS.flatMap(({ prizes }) => prizes));
  expect(new Set(HOUSE.prizes)).toEqual(all);
});
