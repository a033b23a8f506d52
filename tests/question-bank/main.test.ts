import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { aContentFolder } from './support/content-folder.ts';
import { aQuestion, aSmallBank } from './support/question.ts';

const MAIN = fileURLToPath(new URL('../../question-bank/main.ts', import.meta.url));

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
