import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkBank } from '../../question-bank/commands/check.ts';
import { generateBank } from '../../question-bank/commands/generate.ts';
import { stats } from '../../question-bank/commands/stats.ts';
import { readContent, whileLocked } from '../../question-bank/reader/content.ts';
import { aContentFolder } from './support/content-folder.ts';
import { aFactsFolder } from './support/facts.ts';
import { aQuestion, aSmallBank, someQuestions } from './support/question.ts';

const MAIN = fileURLToPath(new URL('../../question-bank/main.ts', import.meta.url));
const TODAY = '2026-11-21';

function questions(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('check prints the counts and exits 0 when every rule holds', () => {
  const folder = aContentFolder({ generated: aSmallBank() });
  const { status, stdout } = questions('check', '--content', fileURLToPath(folder));
  expect(stdout).toMatch(/english-premier-league +10 +10 +10 +30 +0\n/);
  expect(stdout).toMatch(/240 questions: every rule holds\.\n$/);
  expect(status).toBe(0);
});

test('check names each broken rule and exits 1', () => {
  const [first = aQuestion(), ...others] = aSmallBank();
  const folder = aContentFolder({ generated: [{ ...first, fact: '', from: '' }, ...others] });
  const { status, stdout, stderr } = questions('check', '--content', fileURLToPath(folder));
  expect(stderr.split('\n')).toEqual([
    `${first.id}: fact is empty or longer than 200 characters`,
    `${first.id}: it does not say where its fact stands`,
    '2 broken rules, 0 differences.',
    '',
  ]);
  expect([status, stdout]).toEqual([1, '']);
});

test('check tells a level that cannot fill a round', async () => {
  const { lines } = await checkBank(aContentFolder({ generated: aSmallBank().slice(1) }), {
    today: TODAY,
  });
  expect(lines[0]).toBe('english-premier-league: 9 easy questions are too few for a round');
});

test('a bank without one of its files is refused by name', async () => {
  for (const file of ['questions/la-liga.json', 'facts/unsafe.json']) {
    const folder = aContentFolder({ generated: aSmallBank() });
    rmSync(new URL(file, folder));
    await expect(checkBank(folder, { today: TODAY })).rejects.toThrow(
      `${file}: it cannot be read as JSON`,
    );
  }
});

test('check says which questions are past their review date', async () => {
  const generated = aSmallBank().map((one, index) =>
    index === 0 ? { ...one, reviewBy: TODAY } : one,
  );
  const { lines, failed } = await checkBank(aContentFolder({ generated }), { today: TODAY });
  expect(lines.at(-1)).toBe('1 question past the review date: see that they still hold.');
  expect(failed).toBeUndefined();
});

test('check with the tables tells what has drifted from them', async () => {
  const facts = aFactsFolder({});
  const generated = [aQuestion()];
  const unsafe = ['season_tables EPL 1996-97 Middlesbrough'];
  const folder = aContentFolder({ generated, unsafe });
  const { lines, failed } = await checkBank(folder, { today: TODAY, facts });
  expect(lines).toContain('t1-epl-2003-04: the tables do not give it');
  expect(lines).toContain(`${unsafe}: the tables do not warn of it`);
  expect(failed).toBe(true);
  rmSync(facts, { recursive: true });
});

test('generate makes the same bank again, writes what may not be asked, and keeps the own', () => {
  const facts = aFactsFolder({
    season_tables: [{ league: 'EPL', season: '1996-97', team: 'Middlesbrough', safe: '0' }],
  });
  const own = [aQuestion({ id: 'own-1', template: 'own' })];
  const folder = aContentFolder({ own });
  expect(generateBank(folder, facts).failed).toBeUndefined();
  const first = readContent(folder);
  expect(first.own).toEqual(own);
  expect([...first.unsafe]).toEqual(['season_tables EPL 1996-97 Middlesbrough']);
  generateBank(folder, facts);
  expect(readContent(folder)).toEqual(first);
  rmSync(facts, { recursive: true });
});

test('generate mends generated questions that were broken by hand', () => {
  const facts = aFactsFolder({});
  const folder = aContentFolder({});
  writeFileSync(new URL('questions/la-liga.json', folder), '[{"id": 1}]');
  expect(generateBank(folder, facts).failed).toBeUndefined();
  expect(readContent(folder).generated.every(({ id }) => id.startsWith('b'))).toBe(true);
  rmSync(facts, { recursive: true });
});

test('stats give counts and the days of play without a repeat', () => {
  const generated = someQuestions(120, { level: 'easy' });
  const own = [aQuestion({ reviewBy: '2026-01-01', fact: 'A Nigerian won it.' })];
  const retired = [{ id: 'gone', on: TODAY, why: '' }];
  const { lines } = stats(aContentFolder({ generated, own, retired }), TODAY);
  expect(lines).toContainEqual(
    expect.stringMatching(/^english-premier-league +120 +1 +0 +121 +1$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^english-premier-league +2\.4 +0\.0 +0\.0$/));
  expect(lines).toContainEqual(expect.stringMatching(/^cup-3 +12 +0 +0 +12$/));
  expect(lines.at(-1)).toBe(
    "1 question of the operator's own, 1 retired, 1 due for review by 2026-11-21.",
  );
});

test.each([
  ['no command', [], /^questions: one command, please\n/],
  ['two commands', ['check', 'a', 'b'], /^questions: one command, please\n/],
  ['an unknown command', ['guess'], /^questions: guess is no command\n/],
  ['a word too many', ['stats', 'extra'], /^questions: stats takes no extra\n/],
  ['a file and facts', ['check', 'a.csv', '--facts', '.'], /^questions: check: FILE or --facts/],
  ['no folder of facts', ['generate'], /^questions: generate: --facts DIR is missing\n/],
  ['no file', ['import'], /^questions: import: FILE is missing\n/],
  ['no id', ['retire'], /^questions: retire: ID is missing\n/],
  ['a folder that is none', ['generate', '--facts', '/nowhere'], /\/nowhere is not a folder\n/],
])('%s gets a clear line, the usage and exit code 1', (_, args, line) => {
  const { status, stdout, stderr } = questions(...args);
  expect(stderr).toMatch(line);
  expect(stderr).toMatch(/\nnpm run questions -- COMMAND\n/);
  expect([status, stdout]).toEqual([1, '']);
});

test('an option that does not exist gets one clear line', () => {
  const { status, stderr } = questions('generate', '--fact', '.');
  expect(stderr).toMatch(/^questions: Unknown option '--fact'.*\n$/);
  expect(status).toBe(1);
});

test('two changes at once: the second is refused, and loses nothing', () => {
  const folder = aContentFolder({ generated: aSmallBank() });
  whileLocked(folder, () => {
    const id = 'la-liga-cup-1900';
    const { status, stderr } = questions('retire', id, '--content', fileURLToPath(folder));
    expect(stderr).toMatch(/is being changed: nothing was changed\n$/);
    expect(status).toBe(1);
  });
  expect(readContent(folder).retired).toEqual([]);
});

test('help says how the command is used', () => {
  const { status, stdout } = questions('--help');
  expect(stdout).toMatch(/^npm run questions -- COMMAND\n/);
  expect(status).toBe(0);
});
