import { expect, test } from 'vitest';
import { askedBy } from '../../drafts.ts';

test.each([
  ['a cup of a giant', 'f1', 'champions-league-1956', 'medium'],
  ['the score of an old final', 'f3', 'champions-league-1968', undefined],
  ['a score that is told', 'f3', 'world-cup-1966', 'hard'],
  ['the score of an old final of Nigeria', 'f3', 'african-cup-of-nations-1984', 'hard'],
  ['the year of an old final', 'f12', 'champions-league-1967', undefined],
  ['the year of Wembley', 'f12', 'world-cup-1966', 'medium'],
  ['the year of an old final of Nigeria', 'f12', 'african-cup-of-nations-1980', 'hard'],
  ['both finalists, long ago', 'f16', 'champions-league-1968', undefined],
  ['both finalists of a story', 'f16', 'champions-league-1967', 'hard'],
  ['both finalists of Wembley', 'f16', 'world-cup-1966', 'medium'],
  ['the city of Wembley', 'f4', 'world-cup-1966', 'medium'],
  ['the city of Nigeria at home', 'f4', 'african-cup-of-nations-1980', 'medium'],
  ['both finalists, from 2005', 'f16', 'champions-league-2005', 'easy'],
  ['the city of a World Cup final', 'f4', 'world-cup-1978', 'medium'],
  ['the city of an old club final', 'f4', 'champions-league-1984', undefined],
  ['the city of the Heysel disaster', 'f4', 'champions-league-1985', 'hard'],
  ['the ground of an old final', 'f5', 'champions-league-1989', undefined],
  ['a great ground of an old final', 'f5', 'champions-league-1978', 'hard'],
  ['the ground of a final that all speak of', 'f5', 'champions-league-1999', 'medium'],
])('the level of a final depends on how well known it is: %s', (_, template, key, level) => {
  expect(askedBy(template).get(key)?.level).toBe(level);
});

test.each([
  ['the only scorer of the winners', 'fifa-world-cup-andres-iniesta', 'easy'],
  ['a star', 'uefa-champions-league-gareth-bale', 'easy'],
  ['one of several', 'uefa-champions-league-ivan-rakitic', 'medium'],
])('the final of a scorer is easy for a star or a goal that won it: %s', (_, key, level) => {
  expect(askedBy('f18').get(key)?.level).toBe(level);
});

test('a final won on penalties is no wrong option for a scorer of that team', () => {
  expect(askedBy('f18').get('uefa-champions-league-marcelo')?.alsoRight).toContain('2016');
});

test('the fact speaks of finals where he scored in two', () => {
  const facts = askedBy('f18');
  expect(facts.get('uefa-champions-league-gareth-bale')?.fact).toContain('finals of 2014 and 2018');
  expect(facts.get('fifa-world-cup-andres-iniesta')?.fact).toContain('final of 2010');
});

test('a scorer is asked for only among at least two men of his club', () => {
  const asked = askedBy('f7');
  expect(asked.has('champions-league-1968-benfica')).toBe(false);
  const dortmund = ['Robert Lewandowski', 'Kevin Großkreutz', 'Sebastian Kehl', 'Marco Reus'];
  const options = asked.get('champions-league-2013-borussia-dortmund')?.options ?? [];
  expect(options.filter((one) => dortmund.includes(one)).length).toBeGreaterThanOrEqual(2);
});

test('a winner with a former state belongs to its successor', () => {
  expect(askedBy('f11').get('red-star-belgrade')?.fact).toBe(
    'Red Star Belgrade, winners of the 1991 European Cup, are from Serbia, then in Yugoslavia.',
  );
});
