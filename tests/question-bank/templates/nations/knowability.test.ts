import { expect, test } from 'vitest';
import { askedBy } from '../../drafts.ts';

test.each([
  ['a semi-final of late', 'n19', 'wc-2022-12-13-argentina', 'easy'],
  ['a quarter-final of some years ago', 'n19', 'wc-2014-07-05-argentina', 'medium'],
  ['a shock of any year', 'n19', 'wc-2002-06-18-south-korea', 'easy'],
  ['what is told to this day', 'n19', 'wc-1986-06-22-argentina', 'medium'],
  ['what the champions did long ago', 'n19', 'wc-1958-06-19-brazil', 'hard'],
  ['what others did in Africa before 1994', 'n19', 'afcon-1992-01-19-senegal', undefined],
  ["a star's goal that won a match", 'n26', 'wc-2026-07-05-brazil-norway', 'medium'],
  ["a star's goal in vain", 'n26', 'wc-2022-12-10-england-england', 'easy'],
  ['a goal in vain', 'n26', 'wc-2018-07-06-brazil-brazil', 'medium'],
  ['a goal in vain of long ago', 'n26', 'afcon-1996-01-31-zambia-zambia', undefined],
  ["Africa's top scorer of long ago", 'n4', 'african-cup-of-nations-1968', undefined],
  ['one who is told of', 'n4', 'african-cup-of-nations-1974', 'hard'],
  ['one of the eighties', 'n4', 'african-cup-of-nations-1984', 'hard'],
  ['the country of a Nigerian', 'n5', 'african-cup-of-nations-1992', 'easy'],
  ['the country of a star', 'n5', 'world-cup-1986', 'easy'],
  ['the country of a legend', 'n5', 'world-cup-1966', 'medium'],
  ['the country of one whom few know', 'n5', 'african-cup-of-nations-2017', 'medium'],
  ['how far a team came of late', 'n21', 'wc-2022-england', 'medium'],
  ['how far a finalist came', 'n21', 'wc-2022-france', 'easy'],
  ['how early the champions went', 'n21', 'wc-2018-germany', 'easy'],
  ['a title of long ago', 'n14-year', 'afcon-sudan', undefined],
  ['a first time of long ago', 'n13-first', 'afcon-cameroon', undefined],
  ['the first time of Nigeria', 'n13-first', 'afcon-nigeria', 'hard'],
  ['a group match of Nigeria before 1990', 'n12-rival', 'afcon-1988-03-14', undefined],
  ['what others did long ago', 'n19', 'wc-1954-06-27-hungary', undefined],
  ['the titles of a champion of long ago', 'n14', 'afcon-sudan', 'hard'],
  ['how often a team was there that came often', 'n13-count', 'wc-italy', undefined],
  ['where the first Africa Cups were', 'n1', 'african-cup-of-nations-1963', undefined],
])('the level of a tournament depends on how well known it is: %s', (_, template, key, level) => {
  expect(askedBy(template).get(key)?.level).toBe(level);
});

test('a group match of a known team is medium from 2002 on', () => {
  const levels = [...askedBy('n28').values()].filter(({ when }) => when === '1998');
  expect(levels.map(({ level }) => level)).not.toContain('medium');
});

test('the two Congos are distinguished, and are never options of one question', () => {
  expect(askedBy('n14').get('afcon-congo')?.question).toContain('Congo (Brazzaville)');
  const both = ['n2', 'n8', 'n19', 'n20', 'n28'].flatMap((code) =>
    [...askedBy(code).values()].filter(
      ({ options }) => options.includes('Congo') && options.includes('DR Congo'),
    ),
  );
  expect(both).toEqual([]);
});

test('a fact says when DR Congo was called Zaire', () => {
  expect(askedBy('n5').get('african-cup-of-nations-1974')?.fact).toContain(
    'DR Congo (then called Zaire)',
  );
  expect(askedBy('n14').get('afcon-dr-congo')?.fact).toContain('(Zaire from 1971 to 1997)');
  expect(askedBy('n5').get('african-cup-of-nations-2017')?.fact).not.toContain('Zaire');
});

test('the fact names every cup of the time that Nigeria missed', () => {
  const [asked] = [...askedBy('n12-missed').values()].filter(({ id }) => id.endsWith('2010s'));
  expect(asked?.fact).toBe('Nigeria missed the Africa Cups of 2012, 2015 and 2017.');
});

test('from the openers before 1980 only the very first is asked about, by its story', () => {
  const asked = askedBy('n12-first');
  expect(asked.get('afcon-1963-11-24')?.question).toBe(
    'Nigeria lost 6-3 in their first ever AFCON match, in 1963. To whom?',
  );
  expect(asked.has('afcon-1976-03-01')).toBe(false);
});
