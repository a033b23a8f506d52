import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkBank } from '../../../question-bank/commands/check.ts';
import { generateBank } from '../../../question-bank/commands/generate.ts';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import { writeOwn, writeRetired } from '../../../question-bank/writer/write.ts';
import { aContentFolder } from '../content-folder.ts';
import { LEAGUE } from '../league.ts';
import { aQuestion, aSmallBank } from '../question.ts';

const TODAY = '2026-11-21';

/** The whole bank is generated again: seconds of work, and more when other tests run. */
const WHOLE_BANK_MS = 120_000;

test(
  'the committed bank keeps every rule, and is what the tables and templates give',
  () => {
    const { lines, failed } = checkBank(CONTENT, TODAY);
    expect(failed ? lines : []).toEqual([]);
    expect(lines.at(-1)).toMatch(/questions: every rule holds, and the tables give the same\.$/);
  },
  WHOLE_BANK_MS,
);

test('the counts are printed when every rule holds', () => {
  const { lines, failed } = checkBank(aContentFolder({ generated: aSmallBank() }), TODAY);
  expect(lines).toContainEqual(
    expect.stringMatching(/^english-premier-league +10 +10 +10 +30 +0 +0$/),
  );
  expect(lines.at(-1)).toBe('240 questions: every rule holds.');
  expect(failed).toBeUndefined();
});

test('each broken rule is printed with the question that breaks it', () => {
  const [first = aQuestion(), ...others] = aSmallBank();
  const generated = [{ ...first, fact: '', from: '' }, ...others];
  const { lines, failed } = checkBank(aContentFolder({ generated }), TODAY);
  expect(lines).toEqual([
    `${first.id}: fact is empty or longer than 200 characters`,
    `${first.id}: it does not say where its fact stands`,
    '2 broken rules, 0 differences.',
  ]);
  expect(failed).toBe(true);
});

test('a level that cannot fill a round is reported', () => {
  const { lines } = checkBank(aContentFolder({ generated: aSmallBank().slice(1) }), TODAY);
  expect(lines[0]).toBe('english-premier-league: 9 easy questions are too few for a round');
});

test('a bank without one of its files is refused by name', () => {
  for (const file of ['questions/la-liga.json', 'categories.json']) {
    const folder = aContentFolder({ generated: aSmallBank() });
    rmSync(new URL(file, folder));
    expect(() => checkBank(folder, TODAY)).toThrow(`${file}: it cannot be read as JSON`);
  }
});

test('questions past their review date are counted', () => {
  const generated = aSmallBank().map((one, index) =>
    index === 0 ? { ...one, reviewBy: TODAY } : one,
  );
  const { lines, failed } = checkBank(aContentFolder({ generated }), TODAY);
  expect(lines.at(-1)).toBe('1 question past the review date: see that they still hold.');
  expect(failed).toBeUndefined();
});

/** The message of `check` about the difference between the files and the tables. */
function drift(folder: URL): string[] {
  return checkBank(folder, TODAY).lines.filter((line) => line.endsWith('run generate'));
}

const DRIFTED = 'is not what the tables and templates give: run generate';

test('a difference from the tables is reported by its file and line', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  generateBank(folder);
  const file = new URL('questions/english-premier-league.json', folder);
  const made = readFileSync(file, 'utf8');
  const ofFile = (line: number) => `questions/english-premier-league.json: line ${line} ${DRIFTED}`;
  expect(drift(folder)).toEqual([]);
  writeFileSync(file, made.replace('Fulham', 'Fulham FC'));
  expect(drift(folder)).toEqual([ofFile(2)]);
  writeFileSync(file, `${made}\n`);
  expect(drift(folder)).toEqual([ofFile(made.split('\n').length)]);
  writeFileSync(file, made);
  rmSync(new URL('templates/README.md', folder));
  expect(drift(folder)).toEqual([`templates/README.md: line 1 ${DRIFTED}`]);
  expect(checkBank(folder, TODAY).failed).toBe(true);
});

test('a question from a row that the tables warn about is reported', () => {
  const from = 'season_tables EPL 1996-97 Middlesbrough';
  const facts = {
    season_tables: [{ league: 'EPL', season: '1996-97', team: 'Middlesbrough', safe: '0' }],
  };
  const { lines } = checkBank(aContentFolder({ generated: [aQuestion({ from })], facts }), TODAY);
  expect(lines).toContain(`t1-epl-2003-04: the tables warn of its row (${from})`);
});

test('a question taken out of play and worded anew by the operator is no drift', () => {
  const folder = aContentFolder({ facts: LEAGUE });
  generateBank(folder);
  const [first] = readContent(folder).generated;
  if (first === undefined) throw new Error('nothing was made');
  writeRetired(folder, [{ id: first.id, on: TODAY, why: 'wrong' }]);
  writeOwn(folder, [{ ...first, id: 'own-1', template: 'own', fact: 'It is right now.' }]);
  expect(drift(folder)).toEqual([]);
});
