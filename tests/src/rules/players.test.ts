import { describe, expect, test } from 'vitest';
import {
  ADULT_AGE_YEARS,
  isEmail,
  isStandInEmail,
  readUsername,
  standInEmail,
} from '../../../src/rules/players.ts';

test('an email that stands in for none is told from one that a player gave', () => {
  const email = standInEmail('2348030000014');
  expect(isEmail(email)).toBe(true);
  expect(isStandInEmail(email)).toBe(true);
  expect(isStandInEmail('ada@example.com')).toBe(false);
});

describe('players', () => {
  test.each([
    ['Ada', 'Ada'],
    ['  Ada  Obi ', 'Ada Obi'],
    ['محمد', 'محمد'],
    ['TenLetters', 'TenLetters'],
  ])('the username %j is kept as %j', (typed, name) => expect(readUsername(typed)).toBe(name));

  test.each(['', '   ', 'ElevenChars', '<b>', 'a\u202Eb', '\u3164', 'x'.repeat(300)])(
    'the username %j is refused',
    (typed) => expect(readUsername(typed)).toBeNull(),
  );

  test.each([
    ['ada@example.com', true],
    ['a.b+c@mail.example.ng', true],
    ['ada.example.com', false],
    ['ada@example', false],
    ['ada @example.com', false],
    ['<img@x.co>', false],
    ['a\u0000b@example.com', false],
    [`${'a'.repeat(250)}@b.ng`, false],
  ])('%s is an email: %s', (typed, is) => expect(isEmail(typed)).toBe(is));

  test('adults are 18', () => expect(ADULT_AGE_YEARS).toBe(18));
});
