import { expect, test } from 'vitest';
import { checkFile, importFile } from '../../../question-bank/commands/import.ts';
import { readContent } from '../../../question-bank/reader/content.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { brokenIn } from '../../../question-bank/rules/bank-rules.ts';
import { writeRetired } from '../../../question-bank/writer/write.ts';
import { aContentFolder } from '../content-folder.ts';
import { aFile } from '../file.ts';
import { aQuestion, someQuestions } from '../question.ts';

const HEADER = 'category,level,question,option1,option2,option3,option4,answer,fact,from';
const KANU =
  'english-premier-league,easy,"Which shirt number did ""King"" Kanu wear, in 1999?",25,10,14,4,25,Kanu wore 25.,Arsenal.com';
const OWN_ID = /^own-[0-9a-f]{16}$/;

const csv = (...rows: string[]): string => aFile('rows.csv', [HEADER, ...rows, ''].join('\r\n'));
const json = (rows: unknown): string => aFile('rows.json', JSON.stringify(rows, null, 2));

test('rows of a CSV file come into play, each with an id of its own', () => {
  const folder = aContentFolder({ generated: [aQuestion()] });
  const { lines, failed } = importFile(folder, csv(KANU));
  expect(failed).toBeUndefined();
  expect(lines[0]).toBe('1 question added, 0 corrected, 0 in the bank already.');
  const added = loadBank(folder).questions.find(({ template }) => template === 'own');
  expect(added?.id).toMatch(OWN_ID);
  expect(added).toMatchObject({
    question: 'Which shirt number did "King" Kanu wear, in 1999?',
    answer: '25',
    from: 'Arsenal.com',
  });
});

test('rows of a JSON file come into play', () => {
  const folder = aContentFolder({});
  const { id: _, template: __, ...row } = aQuestion();
  expect(importFile(folder, json([row])).lines[0]).toMatch(/^1 question added/);
  expect(loadBank(folder).questions[0]).toMatchObject({ answer: 'Arsenal', template: 'own' });
});

test('the same file imported twice changes nothing the second time', () => {
  const folder = aContentFolder({});
  const file = csv(KANU);
  importFile(folder, file);
  const before = readContent(folder).own;
  expect(importFile(folder, file).lines).toEqual(['Every row is in the bank already.']);
  expect(readContent(folder).own).toEqual(before);
});

test('every bad row is reported with its line and reason, and nothing is imported', () => {
  const folder = aContentFolder({ generated: [aQuestion()] });
  const { lines, failed } = importFile(
    folder,
    csv(
      KANU,
      '"la-liga",easy,"A question\nover two lines?",1,2,3,4,5,A fact.,A source',
      'eredivisie,expert,Who?,Al,Bo,Cy,Di,Al,F.,S',
      'english-premier-league,medium,Which club won the 2003-04 Premier League?,Arsenal,Chelsea,Everton,Fulham,Arsenal,F.,S',
      'la-liga,easy,Too few cells?,a,b,c',
    ),
  );
  expect(failed).toBe(true);
  expect(lines).toEqual([
    'line 3: the answer is not among the options exactly once',
    expect.stringMatching(/^line 5: category: must be one of english-premier-league, .*, ligue-1$/),
    'line 5: level: must be one of easy, medium, hard',
    'line 6: it asks the same as t1-epl-2003-04 "Which club won the Premier League in 2003-04?"',
    'line 7: 6 cells instead of 10',
    'line 7: answer is missing',
    'line 7: fact is missing',
    'line 7: from is missing',
    '8 problems: nothing was imported.',
  ]);
  expect(readContent(folder).own).toEqual([]);
});

test('a bad row of a JSON file is reported by the line it begins in', () => {
  const bad = { ...aQuestion(), options: ['a', 'b'], extra: 1 };
  const { lines } = importFile(aContentFolder({}), json([aQuestion(), bad]));
  expect(lines).toEqual([
    'line 18: extra is no field of a question',
    '1 problem: nothing was imported.',
  ]);
});

test.each([
  ['a file that is not there', '/nowhere/rows.csv', /rows\.csv: it cannot be read$/],
  ['an ending that is not known', '/nowhere/rows.xlsx', /must end in \.json or \.csv$/],
  ['broken JSON', aFile('a.json', '[\n  {"id": }\n]'), /a\.json: line 2: it is no JSON from there/],
  ['JSON without a list', aFile('b.json', '{}'), /b\.json: it holds no JSON array$/],
  ['a quote that is not closed', aFile('c.csv', `${HEADER}\n"a,b\n`), /c\.csv: Quote Not Closed/],
  ['a missing column', aFile('d.csv', 'category,level\n'), /d\.csv: line 1: no column question/],
  ['an unknown column', aFile('e.csv', `${HEADER},colour\n`), /line 1: unknown column "colour"$/],
  ['a column twice', aFile('f.csv', `${HEADER},answer\n`), /f\.csv: line 1: column answer twice$/],
  ['an empty file', aFile('g.csv', ''), /g\.csv: line 1: no column category/],
  ['a header alone', aFile('h.csv', `${HEADER}\n`), /h\.csv: it holds no questions$/],
  ['an empty list', aFile('i.json', '[]'), /i\.json: it holds no questions$/],
  [
    'a file that is not UTF-8',
    aFile('j.csv', Buffer.from(`${HEADER}\nAtl\xe9tico\n`, 'latin1')),
    /j\.csv: it is not UTF-8: save it as "CSV UTF-8"$/,
  ],
])('%s is refused in one clear line', (_, file, message) => {
  expect(() => importFile(aContentFolder({}), file)).toThrow(message);
});

test('a correction takes the place of the question with its id', () => {
  const folder = aContentFolder({ generated: [aQuestion()] });
  const corrected = aQuestion({ fact: 'Arsenal won it unbeaten, with 90 points.' });
  expect(importFile(folder, json([corrected])).lines[0]).toBe(
    '0 questions added, 1 corrected, 0 in the bank already.',
  );
  const { questions } = loadBank(folder);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.fact).toBe('Arsenal won it unbeaten, with 90 points.');
});

test('a retired question does not come back under its id', () => {
  const retired = [{ id: 't1-epl-2003-04', on: '2026-11-21', why: 'wrong' }];
  const folder = aContentFolder({ generated: [aQuestion()], retired });
  const { lines, failed } = importFile(folder, json([aQuestion()]));
  expect(failed).toBe(true);
  expect(lines[0]).toBe(
    'line 2: t1-epl-2003-04 is retired: leave the id empty, and a new one is given',
  );
});

test('a name spelled differently from the bank is reported with its line', () => {
  const options = ['Éric Cantona', 'George Weah', 'Abedi Pele', 'Roger Milla'];
  const generated = [aQuestion({ options, answer: 'George Weah' })];
  const folder = aContentFolder({ generated });
  const question = 'Which player won the cup with Eric Cantona in 1993?';
  const { lines } = importFile(folder, json([aQuestion({ id: 'x', question })]));
  expect(lines[0]).toBe('line 2: it writes "Eric Cantona" for "Éric Cantona"');
});

test('a retired question of the operator comes back corrected, under a new id', () => {
  const folder = aContentFolder({ generated: someQuestions(11), own: [] });
  importFile(folder, csv(KANU));
  const [{ id } = { id: '' }] = readContent(folder).own;
  writeRetired(folder, [{ id, on: '2026-11-21', why: 'wrong' }]);
  const corrected = KANU.replace('Kanu wore 25.', 'He wore 25.');
  expect(importFile(folder, csv(corrected)).lines[0]).toMatch(/^1 question added/);
  expect(loadBank(folder).questions.map((one) => one.id)).toContain(`${id}-2`);
});

test('an earlier question of the operator is not written over by one in the same words', () => {
  const folder = aContentFolder({});
  importFile(folder, csv(KANU));
  const { lines } = importFile(folder, csv(KANU.replace('Kanu wore 25.', 'He wore 25.')));
  expect(lines[0]).toMatch(/^line 2: it asks the same as own-\w+: give that id to correct it$/);
  expect(readContent(folder).own[0]?.fact).toBe('Kanu wore 25.');
});

test('a question that moves to another category or level is reported', () => {
  const folder = aContentFolder({ generated: [aQuestion()] });
  const { lines } = importFile(folder, json([aQuestion({ level: 'hard' })]));
  expect(lines[0]).toBe(
    't1-epl-2003-04 moves from english-premier-league, medium to english-premier-league, hard.',
  );
});

test('headers and levels in capitals, tabs and empty columns at the end are understood', () => {
  const folder = aContentFolder({});
  const header = HEADER.toUpperCase().replaceAll(',', '\t');
  const row = 'La-Liga\tEasy\tWho is it?\tBetis\tSevilla\tElche\tEibar\tBetis\tIt is.\tMarca';
  const file = aFile('rows.csv', `${header}\t\t\n${row}\t\t\n`);
  expect(importFile(folder, file).lines[0]).toMatch(/^1 question added/);
});

test('two rows that ask the same are reported by their lines, blank lines counted', () => {
  const { lines } = importFile(aContentFolder({}), csv(KANU, '', ',,,,,,,,,', KANU));
  const id = /own-[0-9a-f]{16}/;
  expect(lines[0]).toMatch(/^line 5: it has the id of line 2$/);
  expect(lines.join()).not.toMatch(id);
});

test('semicolons, spaces, curly quotes and long dashes of office programs are understood', () => {
  const folder = aContentFolder({});
  const row =
    'la-liga;easy;  Which  club won “it” in 2003–04? ;Betis;Sevilla;Cádiz;Elche;Betis;They won.;Marca';
  const file = aFile('rows.csv', `\ufeff${HEADER.replaceAll(',', ';')}\r\n${row}\r\n`);
  expect(importFile(folder, file).failed).toBeUndefined();
  expect(loadBank(folder).questions[0]?.question).toBe('Which club won "it" in 2003-04?');
});

test('the answers of many imported questions are at each position about equally often', () => {
  const folder = aContentFolder({});
  const rows = (['la-liga', 'serie-a'] as const).flatMap((category) =>
    someQuestions(120, { category }).map((one) => ({ ...one, id: `${category}-${one.id}` })),
  );
  expect(importFile(folder, json(rows)).failed).toBeUndefined();
  expect(brokenIn({ ...readContent(folder), unsafe: new Set(), weights: new Map() })).toEqual([]);
});

test('a file is checked without being imported', () => {
  const folder = aContentFolder({});
  const file = csv(KANU);
  expect(checkFile(folder, file).lines).toEqual([`${file}: 1 question, every rule holds.`]);
  expect(checkFile(folder, csv('la-liga,easy,Who?,a,b,c,d,e,F.,S')).lines).toEqual([
    'line 2: the answer is not among the options exactly once',
    '1 problem: the file cannot be imported.',
  ]);
  expect(readContent(folder).own).toEqual([]);
});

test('a row about a fact of which the tables warn is refused', () => {
  const season = { league: 'EPL', season: '1996-97', team: 'Middlesbrough' };
  const facts = { season_tables: [{ ...season, safe: '0' }] };
  const row = KANU.replace('Arsenal.com', 'season_tables EPL 1996-97 Middlesbrough');
  expect(importFile(aContentFolder({ facts }), csv(row)).lines[0]).toBe(
    'line 2: the tables warn of its row (season_tables EPL 1996-97 Middlesbrough)',
  );
});
