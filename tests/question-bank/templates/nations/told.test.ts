import { expect, test } from 'vitest';
import { askedBy } from '../../support/drafts.ts';

test.each([
  ['a semi-final of late', 'n19', 'wc-2022-12-13-argentina', 'easy'],
  ['a quarter-final of some years ago', 'n19', 'wc-2014-07-05-argentina', 'medium'],
  ['a shock of any year', 'n19', 'wc-2002-06-18-south-korea', 'easy'],
  ['what the champions did long ago', 'n19', 'wc-1986-06-22-argentina', 'hard'],
  ['what others did long ago', 'n19', 'wc-1954-06-27-hungary', undefined],
  ['the titles of a champion of long ago', 'n14', 'afcon-sudan', 'hard'],
  ['how often a team was there that came often', 'n13-count', 'wc-italy', undefined],
  ['where the first Africa Cups were', 'n1', 'african-cup-of-nations-1963', undefined],
])('tournaments are levelled by what is told of them: %s', (_, template, key, level) => {
  expect(askedBy(template).get(key)?.level).toBe(level);
});

test('a group match of a known team is medium from 2002 on', () => {
  const levels = [...askedBy('n28').values()].filter(({ when }) => when === '1998');
  expect(levels.map(({ level }) => level)).not.toContain('medium');
});

test('the titles of one Congo are no wrong options for the other', () => {
  const asked = askedBy('n14-year');
  expect(asked.get('afcon-congo')?.alsoRight).toEqual(['1968', '1974']);
  expect(asked.get('afcon-dr-congo')?.alsoRight).toContain('1972');
  expect(asked.get('afcon-congo')?.question).toContain('Congo (Brazzaville)');
});

test('the fact names every cup of the time that Nigeria missed', () => {
  const [asked] = [...askedBy('n12-missed').values()].filter(({ id }) => id.endsWith('2010s'));
  expect(asked?.fact).toBe('Nigeria missed the Africa Cups of 2012, 2015 and 2017.');
});

test('of the openers before 1980 only the first of all is asked, by its story', () => {
  const asked = askedBy('n12-first');
  expect(asked.get('afcon-1963-11-24')?.question).toBe(
    'Nigeria lost 6-3 in their first ever AFCON match, in 1963. To whom?',
  );
  expect(asked.has('afcon-1976-03-01')).toBe(false);
});
