import { expect, test } from 'vitest';
import { askedBy } from '../../support/drafts.ts';

test.each([
  ['a cup of a giant', 'f1', 'champions-league-1956', 'medium'],
  ['both finalists, from 2005', 'f16', 'champions-league-2005', 'easy'],
  ['the city of a World Cup final', 'f4', 'world-cup-1978', 'medium'],
  ['the city of an old club final', 'f4', 'champions-league-1984', undefined],
  ['the city of the Heysel disaster', 'f4', 'champions-league-1985', 'hard'],
  ['the ground of an old final', 'f5', 'champions-league-1989', undefined],
  ['a great ground of an old final', 'f5', 'champions-league-1978', 'hard'],
  ['the ground of a final that all speak of', 'f5', 'champions-league-1999', 'medium'],
])('finals are levelled by what is told of them: %s', (_, template, key, level) => {
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
