import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { aContentFolder } from './content-folder.ts';
import { aSmallBank } from './question.ts';

const MAIN = fileURLToPath(new URL('../../question-bank/main.ts', import.meta.url));

function questions(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a command prints its findings, and exits with 0', () => {
  const folder = aContentFolder({ generated: aSmallBank() });
  const { status, stdout, stderr } = questions('stats', '--content', fileURLToPath(folder));
  expect(stdout).toMatch(/english-premier-league +10 +10 +10 +30 +0 +0\n/);
  expect([status, stderr]).toEqual([0, '']);
});

test('a command that fails says why, and exits with 1', () => {
  const { status, stdout, stderr } = questions('guess');
  expect(stderr).toMatch(/^questions: guess is no command\nnpm run questions -- COMMAND\n/);
  expect([status, stdout]).toEqual([1, '']);
});
