import { expect, test } from 'vitest';
import { askedBy } from '../../support/drafts.ts';

test.each([
  ['a knockout of known clubs', '2017-18-porto-liverpool', 'easy'],
  ['a famous score of known clubs', '2016-17-barcelona-celtic', 'easy'],
  ['a late knockout of an English giant', '2024-25-psv-eindhoven-arsenal', 'easy'],
  ['a group match of known clubs', '2020-21-manchester-united-rb-leipzig', 'medium'],
  ['a group match of a small club', '2017-18-chelsea-qarabag', 'hard'],
])('big wins in Europe are levelled by how they are remembered: %s', (_, key, level) => {
  expect(askedBy('f10-loser').get(key)?.level).toBe(level);
});
