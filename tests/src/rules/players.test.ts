import { expect, test } from 'vitest';
import { isEmail, isStandInEmail, standInEmail } from '../../../src/rules/players.ts';

test('an email that stands in for none is told from one that a player gave', () => {
  const email = standInEmail('2348030000014');
  expect(isEmail(email)).toBe(true);
  expect(isStandInEmail(email)).toBe(true);
  expect(isStandInEmail('ada@example.com')).toBe(false);
});
