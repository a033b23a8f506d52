import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { NODE, ROOT, SHORT_LIVED } from '../support/project.ts';
import { startProcess } from '../support/server-process.ts';
import { prepareDataDir } from '../support/test-database.ts';

async function questions(DATA_DIR: string, ...args: string[]) {
  const script = join(ROOT, 'scripts/questions.ts');
  const child = spawn(NODE, [...SHORT_LIVED, script, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, stdout, stderr };
}

test('the state of the reserve comes from the running server, or without one from the database', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'mastermind-questions-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  await prepareDataDir(DATA_DIR);
  const server = startProcess({ DATA_DIR });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  await server.ready;
  const told = await questions(DATA_DIR, 'reserve');
  expect(told.stderr).toBe('');
  expect(told.stdout).toMatch(/^easy: (\d+) of \1 questions are in the reserve, dealt 0 times/);
  expect(told.stdout).toMatch(/all is well\n$/);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await questions(DATA_DIR, 'reserve')).toEqual(told);
}, 90_000);

test('the other commands are the bank’s own', async () => {
  const { status, stderr } = await questions('/nonexistent', 'guess');
  expect(stderr).toMatch(/^questions: guess is no command\n/);
  expect(status).toBe(1);
}, 90_000);
