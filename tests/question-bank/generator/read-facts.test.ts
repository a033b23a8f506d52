import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasFacts, readFacts } from '../../../question-bank/generator/read-facts.ts';
import { aContentFolder } from '../content-folder.ts';
import { LEAGUE } from '../league.ts';

test('a row is read with the columns that templates use, in plain signs', () => {
  const facts = readFacts(
    aContentFolder({ facts: { derbies: [{ league: 'EPL', derby: 'Tyne–Wear  derby' }] } }),
  );
  expect(facts.derbies).toEqual([
    { league: 'EPL', derby: 'Tyne-Wear derby', team_a: '', team_b: '' },
  ]);
});

test('a table that is missing, or lacks a column, is refused by name', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  writeFileSync(new URL('facts/derbies.csv', folder), 'league,derby,team_a\n');
  expect(() => readFacts(folder)).toThrow('facts/derbies.csv: no column team_b');
  rmSync(new URL('facts/clubs.csv', folder));
  expect(() => readFacts(folder)).toThrow('facts/clubs.csv: cannot be read');
});

test('a folder without tables is distinguished from one with them', () => {
  expect(hasFacts(aContentFolder({}))).toBe(false);
  expect(hasFacts(aContentFolder({ facts: {} }))).toBe(true);
});
