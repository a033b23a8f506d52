import { expect, test } from 'vitest';
import { isKnownInEurope } from '../../../../question-bank/templates/shared/famous.ts';
import { askedBy } from '../../drafts.ts';

test.each([
  ['a knockout of known clubs', '2017-18-porto-liverpool', 'easy'],
  ['a famous score of known clubs', '2016-17-barcelona-celtic', 'easy'],
  ['a late knockout of an English giant', '2024-25-psv-eindhoven-arsenal', 'easy'],
  ['a group match of known clubs', '2020-21-manchester-united-rb-leipzig', 'medium'],
  ['a group match of a small club', '2017-18-chelsea-qarabag', 'medium'],
])('big wins in Europe are levelled by how they are remembered: %s', (_, key, level) => {
  expect(askedBy('f10-loser').get(key)?.level).toBe(level);
});

test('a small club that lost is asked for among small clubs', () => {
  const options = askedBy('f10-loser').get('2025-26-kairat-real-madrid')?.options;
  expect(options).toHaveLength(4);
  expect(options?.filter((one) => isKnownInEurope(one))).toEqual([]);
});
