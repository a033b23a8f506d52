import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkBank } from '../../../server/content/commands/check.ts';
import { generateBank } from '../../../server/content/commands/generate.ts';
import { stats } from '../../../server/content/commands/stats.ts';
import { readContent } from '../../../server/content/content.ts';
import { aContentFolder } from './content-folder.ts';
import { aFactsFolder } from './facts.ts';
import { aQuestion, someQuestions } from './question.ts';

const MAIN = fileURLToPath(new URL('../../../server/content/main.ts', import.meta.url));
const TODAY = '2026-11-21';

function questions(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('check prints the counts and exits 0 when every rule holds', () => {
  const folder = aContentFolder({ generated: [...someQuestions(120), aQuestion()] });
  const { status, stdout } = questions('check', '--content', fileURLToPath(folder));
  expect(stdout).toMatch(/english-premier-league +0 +121 +0 +121 +0\n/);
  expect(stdout).toMatch(/121 questions: every rule holds\.\n$/);
  expect(status).toBe(0);
});

test('check names each broken rule and exits 1', () => {
  const folder = aContentFolder({ generated: [aQuestion({ fact: '', from: '' })] });
  const { status, stdout, stderr } = questions('check', '--content', fileURLToPath(folder));
  expect(stderr.split('\n')).toEqual([
    't1-epl-2003-04: fact is empty or longer than 200 characters',
    't1-epl-2003-04: it does not say where its fact stands',
    '2 rules broken.',
    '',
  ]);
  expect([status, stdout]).toEqual([1, '']);
});

test('check says which questions are past their review date', () => {
  const generated = [aQuestion({ reviewBy: TODAY })];
  const { lines, failed } = checkBank(aContentFolder({ generated }), { today: TODAY });
  expect(lines.at(-1)).toBe('1 question past the review date: see that they still hold.');
  expect(failed).toBeUndefined();
});

test('check with the tables tells what has drifted from them', () => {
  const facts = aFactsFolder({});
  const generated = [aQuestion()];
  const { lines, failed } = checkBank(aContentFolder({ generated }), { today: TODAY, facts });
  expect(lines).toContain('t1-epl-2003-04: the tables do not give it');
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
  expect(checkBank(folder, { today: TODAY, facts }).failed).toBeUndefined();
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
