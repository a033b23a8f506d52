import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateBank } from '../../../question-bank/commands/generate.ts';
import { readAfricanNames, readContent } from '../../../question-bank/reader/content.ts';
import { aContentFolder } from '../content-folder.ts';
import { LEAGUE } from '../league.ts';
import { aQuestion } from '../question.ts';

test('the same bank is made again, and the operator keeps what is theirs', () => {
  const own = [aQuestion({ id: 'own-1', template: 'own' })];
  const retired = [{ id: 'gone', on: '2026-11-21', why: 'wrong' }];
  const folder = aContentFolder({ own, retired, facts: LEAGUE });
  expect(generateBank(folder).failed).toBeUndefined();
  const first = readContent(folder);
  expect(first).toMatchObject({ own, retired });
  expect(first.generated.length).toBeGreaterThan(50);
  generateBank(folder);
  expect(readContent(folder)).toEqual(first);
});

test('generated questions that were broken by hand are mended', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  generateBank(folder);
  const made = readContent(folder).generated;
  writeFileSync(new URL('questions/english-premier-league.json', folder), '[{"id": 1}]');
  expect(generateBank(folder).failed).toBeUndefined();
  expect(readContent(folder).generated).toEqual(made);
});

test('the names of Africans are made anew for the server', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  generateBank(folder);
  expect(readAfricanNames(folder)).toContain('Okocha');
});

test('a bank that would break a rule is not written', () => {
  const folder = aContentFolder({ own: [aQuestion({ fact: '' })], facts: LEAGUE });
  const { lines, failed } = generateBank(folder);
  expect(lines).toEqual([
    't1-epl-2003-04: fact is empty or longer than 200 characters',
    'Nothing was written.',
  ]);
  expect(failed).toBe(true);
  expect(readContent(folder).generated).toEqual([]);
});

test('a page lists each template with an example and its file', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  generateBank(folder);
  const page = readFileSync(new URL('templates/README.md', folder), 'utf8');
  const [made] = readContent(folder).generated.filter(({ template }) => template === 't11');
  const file = 'leagues/places.ts';
  expect(page).toContain(`| \`t11\` | ${made?.question} (${made?.answer}) | [${file}](${file}) |`);
  expect(page).toMatch(/\| `p2-other` \| nothing yet \| \[players\/players\.ts\]/);
});
