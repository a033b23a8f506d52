import { expect, test } from 'vitest';
import { ageText } from '../../../src/lib/time.ts';

/** Tuesday, 17 November 2026 in Lagos, which is an hour ahead of UTC. */
const lagos = (hour: number, minute = 0, day = 17) => Date.UTC(2026, 10, day, hour - 1, minute);

test.each([
  ['now', lagos(20), lagos(20), 'a moment ago'],
  ['a clock that was set back', lagos(21), lagos(20), 'a moment ago'],
  ['a minute', lagos(19, 59), lagos(20), '1 minute ago'],
  ['59 minutes', lagos(19, 1), lagos(20), '59 minutes ago'],
  ['minutes over midnight', lagos(23, 50, 16), lagos(0, 10), '20 minutes ago'],
  ['the night', lagos(0, 1), lagos(20), 'last night'],
  ['the morning', lagos(5), lagos(20), 'this morning'],
  ['the afternoon', lagos(12), lagos(20), 'this afternoon'],
  ['the evening', lagos(17), lagos(20), 'this evening'],
  ['the day before, an hour and more ago', lagos(23, 0, 16), lagos(0, 1), 'yesterday'],
  ['the whole day before', lagos(0, 0, 16), lagos(23, 59), 'yesterday'],
  ['two days', lagos(23, 59, 15), lagos(0), 'Sunday'],
  ['six days', lagos(9, 0, 11), lagos(20), 'Wednesday'],
  ['a week', lagos(9, 0, 10), lagos(20), 'Tue 10 Nov'],
])('the age of a copy of %s, in Lagos', (_what, at, now, text) => {
  expect(ageText(at, now)).toBe(text);
});
