import { expect, test } from 'vitest';
import { askedBy } from '../../drafts.ts';

test.each([
  ['a star of any year', 'p3', 'epl-1993-94', 'easy'],
  ['a man whose country is a surprise', 'p3', 'bundesliga-2004-05', 'hard'],
  ['a man whose name says his country', 'p3', 'seriea-1992-93', undefined],
  ['a star of late', 't4', 'epl-2004-05', 'easy'],
  ['a legend of long ago', 't4', 'bundesliga-1968-69', 'medium'],
  ['one whom few know', 't4', 'bundesliga-2006-07', 'medium'],
  ['the club of one whom few know, before 2000', 't6', 'bundesliga-1998-99', 'hard'],
  ['the club of a star, before 2000', 't6', 'epl-1994-95', 'medium'],
])('top scorers are levelled by their fame: %s', (_, template, key, level) => {
  expect(askedBy(template).get(key)?.level).toBe(level);
});

test('before 2005 only a famous coach is less than hard, and a forgotten one is not asked', () => {
  const asked = askedBy('t7');
  expect(asked.get('epl-2003-04')).toMatchObject({ answer: 'Arsène Wenger', level: 'medium' });
  expect(asked.get('bundesliga-2003-04')).toMatchObject({ answer: 'Thomas Schaaf', level: 'hard' });
  expect(asked.get('ligue1-1993-94')).toBeUndefined();
});

test('the season of a coach is asked for only if fans know it', () => {
  const asked = askedBy('t7-season');
  expect(asked.get('epl-claudio-ranieri-leicester-city')).toMatchObject({ answer: '2015-16' });
  expect(asked.has('ligue1-alain-perrin-lyon')).toBe(false);
});

test('second places are asked only where a title was thrown away', () => {
  const asked = askedBy('t22-second');
  expect(asked.get('epl-liverpool')).toMatchObject({ answer: '2013-14', level: 'medium' });
  expect(asked.has('ligue1-metz')).toBe(false);
});

test('places are asked only where they are remembered', () => {
  expect([...askedBy('t10-last').values()].map(({ answer }) => answer)).toContain('Derby County');
  expect(askedBy('t10-four').get('epl-2003-04')?.answer).toBe('Liverpool');
  expect(askedBy('t10').size).toBe(1);
});

test('the season of an only title is asked from 1980 on', () => {
  const asked = askedBy('t22');
  expect(asked.get('seriea-hellas-verona')).toMatchObject({ answer: '1984-85', level: 'hard' });
  expect(asked.has('laliga-sevilla')).toBe(false);
});
