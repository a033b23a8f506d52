import { expect, test } from 'vitest';
import { findBanks } from '../../../../../src/features/profile/bank/find-banks.ts';

const BANKS = [
  'Access Bank',
  'First City Monument Bank',
  'Guaranty Trust Bank',
  'Lotus Bank',
  'Unity Bank',
  'United Bank For Africa',
].map((name, index) => ({ name, code: `${index}` }));

test.each([
  ['', BANKS.map(({ name }) => name)],
  ['  guar ', ['Guaranty Trust Bank']],
  ['GTB', ['Guaranty Trust Bank']],
  ['uba', ['United Bank For Africa']],
  ['fcmb', ['First City Monument Bank']],
  ['unit', ['Unity Bank', 'United Bank For Africa']],
  ['trust', ['Guaranty Trust Bank']],
  [
    'u',
    [
      'Unity Bank',
      'United Bank For Africa',
      'First City Monument Bank',
      'Guaranty Trust Bank',
      'Lotus Bank',
    ],
  ],
  ['barcelona', []],
])('a search for "%s" finds banks by name and by initials', (typed, names) => {
  expect(findBanks(BANKS, typed).map(({ name }) => name)).toEqual(names);
});
