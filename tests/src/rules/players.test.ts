import { describe, expect, test } from 'vitest';
import { comesOfAgeAt, isBirthday } from '../../../src/rules/age.ts';
import {
  ADULT_AGE_YEARS,
  countLetters,
  cutName,
  isEmail,
  isStandInEmail,
  joinedEmojiFault,
  readUsername,
  standInEmail,
  USERNAME_MAX,
} from '../../../src/rules/players.ts';

test('an email that stands in for none is told from one that a player gave', () => {
  const email = standInEmail('2348030000014');
  expect(isEmail(email)).toBe(true);
  expect(isStandInEmail(email)).toBe(true);
  expect(isStandInEmail('ada@example.com')).toBe(false);
});

describe('a date of birth', () => {
  const NOON = Date.parse('2026-11-18T11:00:00Z');

  test.each(['2001-02-28', '2004-02-29', '2021-11-18', '1905-11-19', '1926-11-18'])(
    'is %s',
    (day) => expect(isBirthday(day, NOON)).toBe(true),
  );

  test.each([
    '',
    '2001-2-28',
    '2001-02-29',
    '2001-02-30',
    '2001-13-01',
    '2001-00-10',
    '28-02-2001',
    '2001-02-28T00:00:00Z',
    '2021-11-19',
    '2027-01-01',
    '1905-11-18',
    '0001-01-01',
  ])('is not %j', (day) => expect(isBirthday(day, NOON)).toBe(false));

  test('is counted in Lagos, where a day begins at 23:00 UTC', () => {
    expect(isBirthday('2021-11-19', Date.parse('2026-11-18T22:59:59Z'))).toBe(false);
    expect(isBirthday('2021-11-19', Date.parse('2026-11-18T23:00:00Z'))).toBe(true);
  });
});

test.each([
  ['2008-11-24', Date.UTC(2026, 10, 24, 12)],
  ['2012-02-29', Date.UTC(2030, 2, 1, 12)],
  ['2008-11-23', null],
  ['2012-02-30', null],
  [null, null],
])('who was born on %s comes of age at %s', (dob, at) => {
  expect(comesOfAgeAt(dob, Date.UTC(2026, 10, 23, 6))).toBe(at);
});

describe('a name of letters from everywhere', () => {
  const decomposed = 'Ọláyínkáọ́'.normalize('NFD');

  test.each([
    ['accents that are written apart', decomposed, 'Ọláyínkáọ́'.normalize('NFC')],
    ['a heart with its look', 'Ada ❤️', 'Ada ❤'],
    ['ten flags, of two code points each', '🇳🇬'.repeat(10), '🇳🇬'.repeat(10)],
    ['a tone of skin', 'Ada 👍🏾', 'Ada 👍🏾'],
    ['letters with two accents', 'Ɔ̣́'.repeat(3), 'Ɔ̣́'.repeat(3).normalize('NFC')],
    ['Hindi', 'अनुष्का', 'अनुष्का'],
  ])('may have %s', (_what, typed, name) => expect(readUsername(typed)).toBe(name));

  test('is one name, however its accents are written', () => {
    expect(decomposed.length).toBeGreaterThan(USERNAME_MAX);
    expect(readUsername(decomposed)).toBe(readUsername(decomposed.normalize('NFC')));
    expect(countLetters(decomposed)).toBe(9);
  });

  test.each([
    ['eleven flags', '🇳🇬'.repeat(11)],
    ['marks piled up', 'A\u0300\u0301\u0302da'],
    ['a run of signs that is drawn as one', '\u1100'.repeat(31)],
    ['a filler that cannot be seen', 'Ad\u3164a'],
  ])('has no %s', (_what, typed) => expect(readUsername(typed)).toBeNull());

  test.each(['👩‍👩‍👧', 'Ada 👨🏿‍🚀', '🏳️‍🌈', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u{1f468}\u200d'])(
    'has no emoji that is joined of several, such as %s, and says so',
    (typed) => {
      expect(readUsername(typed)).toBeNull();
      expect(joinedEmojiFault(typed)).toBe(
        'This emoji is several in one. Choose one that stands alone, such as ⚽',
      );
    },
  );

  test.each(['Ada', 'Ada ⚽', '🇳🇬', '1️⃣', 'ab\u200dc', ''])('%j holds none', (typed) =>
    expect(joinedEmojiFault(typed)).toBeNull(),
  );

  test('is cut between characters that a person counts', () => {
    expect(cutName('ElevenChars')).toBe('ElevenChar');
    expect(cutName(`${'é'.repeat(12)}`.normalize('NFD'))).toBe('é'.repeat(10).normalize('NFD'));
    expect(cutName('Ada 👍🏾👍🏾👍🏾👍🏾👍🏾👍🏾👍🏾')).toBe('Ada 👍🏾👍🏾👍🏾👍🏾👍🏾👍🏾');
    expect(cutName(decomposed)).toBe(decomposed);
  });
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
