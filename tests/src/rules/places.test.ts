import { expect, test } from 'vitest';
import { citiesOf, STATES } from '../../../src/rules/places.ts';

test('Nigeria has 36 states and the capital territory, and 774 local governments', () => {
  expect(STATES).toHaveLength(37);
  expect(STATES.flatMap(citiesOf)).toHaveLength(774);
});

test.each([
  ['Lagos', 20],
  ['Kano', 44],
  ['Bayelsa', 8],
  ['Federal Capital Territory', 6],
])('%s has %i of them', (state, count) => {
  expect(citiesOf(state)).toHaveLength(count);
});

test('each state and city stands in its list once, in the order of the alphabet', () => {
  const lists = [STATES, ...STATES.map(citiesOf)];
  for (const list of lists) expect([...new Set(list)].sort()).toEqual(list);
});

test('every name is one that the profile takes', () => {
  for (const name of [...STATES, ...STATES.flatMap(citiesOf)]) {
    expect(name).toMatch(/^[A-Z][A-Za-z' /-]{1,59}$/);
  }
});
